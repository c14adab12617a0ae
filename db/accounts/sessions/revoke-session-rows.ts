import type { ExpressionBuilder } from "kysely";
import { type Tables, tables } from "../../tables.ts";
import type { SessionEnd } from "../../../contract/accounts/session-vocabulary.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { clockNow, secondsAgo, holds } from "../../platform/statements/sql-parts.ts";

/** Ends the chosen sessions that are open. The caller has locked the user. */
export async function revokeSessionRows(
  tx: Tx,
  end: {
    readonly userId: string;
    readonly which: SessionChoice;
    readonly reason: SessionEnd;
    readonly now: Date;
  },
): Promise<readonly string[]> {
  const rows = await tables(tx)
    .updateTable("appSession")
    .set({ revokedAt: end.now, revokedFor: end.reason })
    .where("userId", "=", end.userId)
    .where("revokedAt", "is", null)
    .where(isChosen(end.which))
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Selects some of a user's sessions. */
export type SessionChoice =
  | { readonly kind: "ONE"; readonly sessionId: string }
  | { readonly kind: "ALL" }
  | { readonly kind: "OTHERS"; readonly sessionId: string }
  | { readonly kind: "IDENTITY"; readonly identityId: string }
  | { readonly kind: "PROVIDER_SESSION"; readonly issuer: string; readonly sid: string }
  | { readonly kind: "SUBJECT"; readonly issuer: string; readonly subject: string };

/** Users with an open session among those that a provider names, ordered by id. */
export async function listSessionUsers(
  tx: Tx,
  which: Extract<SessionChoice, { kind: "PROVIDER_SESSION" | "SUBJECT" }>,
): Promise<readonly string[]> {
  const rows = await tables(tx)
    .selectFrom("appSession")
    .where("revokedAt", "is", null)
    .where(isChosen(which))
    .select("userId")
    .distinct()
    .orderBy("userId")
    .execute();
  return rows.map(({ userId }) => userId);
}

function isChosen(which: SessionChoice) {
  return ({ and, eb, lit, selectFrom }: ExpressionBuilder<Tables, "appSession">) => {
    switch (which.kind) {
      case "ONE":
        return eb("id", "=", which.sessionId);
      case "OTHERS":
        return eb("id", "<>", which.sessionId);
      case "ALL":
        return eb(lit(true), "=", lit(true));
      case "IDENTITY":
        return eb("identityId", "=", which.identityId);
      case "PROVIDER_SESSION":
        return and({ issuer: which.issuer, providerSessionId: which.sid });
      case "SUBJECT": {
        const identities = selectFrom("authIdentity as i")
          .where("i.issuer", "=", which.issuer)
          .where("i.subject", "=", which.subject)
          .select("i.id");
        return eb("issuer", "=", which.issuer).and("identityId", "in", identities);
      }
    }
  };
}

/** The report of an app about itself; device and address are keyed hashes. */
export interface SessionReport {
  readonly appSessionId: string;
  readonly deviceIdHash: string;
  readonly ipHash: string;
  /** First half of the client's network address. */
  readonly network: string | null;
  readonly appVersion: string;
  readonly pushTokenId: string | null;
}

/**
 * Stores the app's report, at most once a minute and without waiting for a lock.
 *
 * @returns whether the session named its device for the first time; null if nothing was written.
 */
export async function saveSessionReport(
  tx: Tx,
  { appSessionId, deviceIdHash, ipHash, network, appVersion, pushTokenId }: SessionReport,
): Promise<{ readonly namesDevice: boolean } | null> {
  const report = { deviceIdHash, ipHash, network, appVersion, pushTokenId };
  const saved = await tables(tx)
    .with("due", (from) =>
      from
        .selectFrom("appSession")
        .where("id", "=", appSessionId)
        .where("revokedAt", "is", null)
        .where(({ eb, or }) =>
          or([eb("reportedAt", "is", null), eb("reportedAt", "<", secondsAgo(60))]),
        )
        .select(["id", "deviceIdHash"])
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .updateTable("appSession as s")
    .from("due")
    .set({ ...report, lastSeenAt: clockNow, reportedAt: clockNow })
    .whereRef("s.id", "=", "due.id")
    .returning(({ eb }) => holds(eb("due.deviceIdHash", "is", null)).as("namesDevice"))
    .executeTakeFirst();
  return saved ?? null;
}
