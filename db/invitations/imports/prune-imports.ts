import { IDEMPOTENCY_KEY_DAYS } from "../../../contract/privacy/vocabulary.ts";
import { deleteOldest } from "../../platform/pruning/delete-oldest.ts";
import { secondsAgo } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

const before = secondsAgo(IDEMPOTENCY_KEY_DAYS * 86_400);

/**
 * Deletes lines of old imports, oldest first; they are kept as long as the idempotency keys of their requests.
 * @returns how many.
 */
export async function pruneImportLines(tx: Tx, limit: number, skip = 0): Promise<number> {
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
          .orderBy("l.importId")
          .orderBy("l.line")
          .limit(limit)
          .offset(skip)
          .$asTuple("importId", "line"),
      ),
    )
    .executeTakeFirst();
  return Number(pruned.numDeletedRows);
}

/** Deletes equally old imports without lines, oldest first. @returns how many. */
export const pruneImports = deleteOldest("invitationImport", ["id"], (old) =>
  old
    .where("old.createdAt", "<", before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("invitationImportLine as l")
            .whereRef("l.importId", "=", "old.id")
            .select("l.line"),
        ),
      ),
    )
    .orderBy("old.createdAt"),
);
