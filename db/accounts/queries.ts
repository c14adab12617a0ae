import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { AppSessionRow } from "./context-rows.ts";
import { instantText } from "../sql-parts.ts";
import { tables } from "../tables.ts";

/** An app session that is known to exist. */
export async function getAppSession(em: SqlEntityManager, id: string): Promise<AppSessionRow> {
  return tables(em)
    .selectFrom("appSession")
    .where("id", "=", id)
    .select(["id", "surface"])
    .select(({ ref }) => [
      instantText(ref("startedAt")).as("startedAt"),
      instantText(ref("lastSeenAt")).as("lastSeenAt"),
    ])
    .executeTakeFirstOrThrow();
}
