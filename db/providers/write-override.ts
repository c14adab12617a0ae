import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { ProviderOverride } from "../../contract/providers/config-schema.ts";
import { firstRow, type Tx } from "../transact.ts";
import type { OverrideRow } from "./queries.ts";

/** The override of a provider, or null when its file alone counts. */
export async function findOverride(
  em: SqlEntityManager,
  providerKey: string,
): Promise<OverrideRow | null> {
  const { rows } = await sql<OverrideRow>`
    select provider_key as "providerKey", settings, revision
      from auth_provider_override where provider_key = ${providerKey}
  `.execute(em.getKysely());
  return rows[0] ?? null;
}

/** Sets the override, one revision further. Returns the row as it is. */
export async function writeOverride(
  tx: Tx,
  providerKey: string,
  settings: ProviderOverride,
): Promise<OverrideRow> {
  const { rows } = await sql<OverrideRow>`
    insert into auth_provider_override as o
           (provider_key, settings, revision, created_at, updated_at)
    values (${providerKey}, ${JSON.stringify(settings)}::jsonb, 1, clock_now(), clock_now())
    on conflict (provider_key) do update
       set settings = excluded.settings, revision = o.revision + 1, updated_at = clock_now()
    returning provider_key as "providerKey", settings, revision
  `.execute(tx.getKysely());
  return firstRow(rows);
}
