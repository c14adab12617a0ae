import { sql } from "kysely";
import { DEFAULT_DIGEST_HOUR } from "../../../contract/workspaces/vocabulary.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

/** Where and when a workspace has its digest, and of which local day it had the last. */
export interface DigestPlace {
  readonly workspaceId: string;
  readonly timezone: string;
  readonly hour: number;
  readonly lastDate: string | null;
}

/** Active workspaces by their ids after the named one, in the zone of the owner until another is chosen. One statement. */
export async function listDigestPlaces(
  tx: Tx,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly DigestPlace[]> {
  const { rows } = await sql<DigestPlace>`/* named: digest-places */
    select w.id as "workspaceId", coalesce(w.settings ->> 'timezone', p.timezone) as timezone,
      coalesce((w.settings ->> 'digestHour')::int, ${DEFAULT_DIGEST_HOUR}::int) as hour,
      digest.local_date::text as "lastDate"
    from coach_workspace w
    join coach_profile p on p.user_id = w.owner_user_id
    left join inbox_digest digest on digest.workspace_id = w.id
    where w.status = 'ACTIVE' and (${after}::uuid is null or w.id > ${after}::uuid)
    order by w.id limit ${limit}
  `.execute(tx.getKysely());
  return rows;
}

/** Takes the digest of a local day; true for the first who does. */
export async function claimDigest(
  tx: Tx,
  {
    workspaceId,
    localDate,
    now,
  }: {
    readonly workspaceId: string;
    readonly localDate: string;
    readonly now: Date;
  },
): Promise<boolean> {
  const claimed = await tables(tx)
    .insertInto("inboxDigest")
    .values({ workspaceId, localDate, decidedAt: now })
    .onConflict((conflict) =>
      conflict
        .column("workspaceId")
        .doUpdateSet({ localDate, decidedAt: now })
        .where("inboxDigest.localDate", "<", localDate),
    )
    .returning("workspaceId")
    .executeTakeFirst();
  return claimed !== undefined;
}
