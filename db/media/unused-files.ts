import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { FINAL_UPLOAD_DAYS } from "../../contract/media/vocabulary.ts";
import type { Tx } from "../transact.ts";

/** Keys of stored files that no record needs any more, those longest unused first. */
export async function listUnusedFiles(
  em: SqlEntityManager,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`
    (select storage_key as key from upload
     where status <> 'PENDING' and storage_key is not null order by updated_at limit ${limit})
    union all
    (select storage_key from media
     where status <> 'READY' and storage_key is not null order by updated_at limit ${limit})
    limit ${limit}
  `.execute(em.getKysely());
  return rows.map(({ key }) => key);
}

/** Forgets the key of a file that was removed, unless it is needed again. */
export async function forgetFile(tx: Tx, key: string): Promise<void> {
  await sql`
    with done as (
      update upload set storage_key = null where storage_key = ${key}::uuid and status <> 'PENDING')
    update media set storage_key = null where storage_key = ${key}::uuid and status <> 'READY'
  `.execute(tx.getKysely());
}

/** Those of the keys that some record knows. */
export async function listKnownKeys(
  em: SqlEntityManager,
  keys: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from upload where storage_key = any(${keys}::uuid[])
    union
    select storage_key from media where storage_key = any(${keys}::uuid[])
  `.execute(em.getKysely());
  return rows.map(({ key }) => key);
}

/**
 * Deletes uploads that ended long ago and have no bytes left; their media records stay.
 *
 * @returns how many were deleted.
 */
export async function forgetUploads(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from upload where id in (
      select id from upload
      where status <> 'PENDING' and storage_key is null
        and updated_at < clock_now() - make_interval(days => ${FINAL_UPLOAD_DAYS})
      order by updated_at limit ${limit} for update skip locked)
    returning 1
  `.execute(tx.getKysely());
  return rows.length;
}

/**
 * Deletes what operations would have taken along that were never accepted.
 *
 * @returns how many were deleted.
 */
export async function forgetWaits(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from operation_attachment
    where (lineage_id, relationship_id, client_operation_id, upload_id) in (
      select lineage_id, relationship_id, client_operation_id, upload_id from operation_attachment
      where receipt_id is null
        and created_at < clock_now() - make_interval(days => ${FINAL_UPLOAD_DAYS})
      order by created_at limit ${limit} for update skip locked)
    returning 1
  `.execute(tx.getKysely());
  return rows.length;
}
