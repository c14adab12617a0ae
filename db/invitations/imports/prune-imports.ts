import { IDEMPOTENCY_KEY_DAYS } from "../../../contract/privacy/vocabulary.ts";
import { secondsAgo } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

/**
 * Deletes lines of imports as old as the keys that they were sent under are kept, oldest first, and the imports that have
 * none left.
 *
 * @returns how many lines were deleted.
 */
export async function pruneImports(tx: Tx, limit: number): Promise<number> {
  const before = secondsAgo(IDEMPOTENCY_KEY_DAYS * 86_400);
  const pruned = await tables(tx)
    .deleteFrom("invitationImportLine")
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple("importId", "line"),
        "in",
        selectFrom("invitationImport as m")
          .innerJoin("invitationImportLine as l", "l.importId", "m.id")
          .where("m.createdAt", "<", before)
          .select(["l.importId", "l.line"])
          .orderBy("m.createdAt")
          .limit(limit)
          .$asTuple("importId", "line"),
      ),
    )
    .executeTakeFirst();
  await tables(tx)
    .deleteFrom("invitationImport as m")
    .where("m.createdAt", "<", before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("invitationImportLine as l")
            .whereRef("l.importId", "=", "m.id")
            .select("l.line"),
        ),
      ),
    )
    .execute();
  return Number(pruned.numDeletedRows);
}
