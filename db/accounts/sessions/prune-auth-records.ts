import { AUTH_AUDIT_DAYS } from "../../../contract/accounts/session-vocabulary.ts";
import { idMadeBefore } from "../../platform/id-made-before.ts";
import type { Tx } from "../../transact.ts";
import { secondsAgo } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";

const bound = secondsAgo(AUTH_AUDIT_DAYS * 24 * 60 * 60);

/**
 * Deletes lines of the auth audit that are older than 30 days, oldest first. Ids grow with time, so
 * that the oldest are found without an index on the time; one day of leeway covers clocks that differ.
 *
 * @returns how many were deleted.
 */
export async function pruneAuthAudit(tx: Tx, limit: number, skip = 0): Promise<number> {
  const rows = await tables(tx)
    .deleteFrom("authAuditEvent")
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("authAuditEvent")
        .where("id", "<", idMadeBefore(AUTH_AUDIT_DAYS - 1))
        .where("createdAt", "<", bound)
        .select("id")
        .orderBy("id")
        .limit(limit)
        .offset(skip)
        .forUpdate()
        .skipLocked(),
    )
    .returning("id")
    .execute();
  return rows.length;
}

/** Deletes logouts told of by providers more than 30 days ago; tokens of then are long expired. */
export async function pruneProviderLogouts(tx: Tx, limit: number, skip = 0): Promise<number> {
  const rows = await tables(tx)
    .deleteFrom("providerLogout")
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple("issuer", "jti"),
        "in",
        selectFrom("providerLogout")
          .where("receivedAt", "<", bound)
          .select(["issuer", "jti"])
          .orderBy("receivedAt")
          .limit(limit)
          .offset(skip)
          .forUpdate()
          .skipLocked()
          .$asTuple("issuer", "jti"),
      ),
    )
    .returning("jti")
    .execute();
  return rows.length;
}
