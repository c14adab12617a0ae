import { sql } from "kysely";
import type { SessionEnd } from "../../../contract/accounts/session-vocabulary.ts";
import type { Tx } from "../../transact.ts";

/** Which of a user's sessions. */
export type SessionChoice =
  | { readonly kind: "ONE"; readonly sessionId: string }
  | { readonly kind: "ALL" }
  | { readonly kind: "IDENTITY"; readonly identityId: string }
  | { readonly kind: "PROVIDER_SESSION"; readonly issuer: string; readonly sid: string }
  | { readonly kind: "SUBJECT"; readonly issuer: string; readonly subject: string };

/** Ends those of the chosen sessions that are open. The caller holds the user. */
export async function revokeSessionRows(
  tx: Tx,
  end: {
    readonly userId: string;
    readonly which: SessionChoice;
    readonly reason: SessionEnd;
    readonly now: Date;
  },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    update app_session set revoked_at = ${end.now}, revoked_for = ${end.reason}
     where user_id = ${end.userId} and revoked_at is null and ${isChosen(end.which)}
    returning id
  `.execute(tx.getKysely());
  return rows.map(({ id }) => id);
}

/** Users who have, or had, one of the sessions that a provider speaks of, in id order. */
export async function listSessionUsers(
  tx: Tx,
  which: Extract<SessionChoice, { kind: "PROVIDER_SESSION" | "SUBJECT" }>,
): Promise<readonly string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id as "userId" from app_session
     where revoked_at is null and ${isChosen(which)} order by user_id
  `.execute(tx.getKysely());
  return rows.map(({ userId }) => userId);
}

function isChosen(which: SessionChoice) {
  switch (which.kind) {
    case "ONE":
      return sql<boolean>`id = ${which.sessionId}`;
    case "ALL":
      return sql<boolean>`true`;
    case "IDENTITY":
      return sql<boolean>`identity_id = ${which.identityId}`;
    case "PROVIDER_SESSION":
      return sql<boolean>`issuer = ${which.issuer} and provider_session_id = ${which.sid}`;
    case "SUBJECT":
      return sql<boolean>`issuer = ${which.issuer} and identity_id in (
        select i.id from auth_identity i
         where i.issuer = ${which.issuer} and i.subject = ${which.subject})`;
  }
}

/** What an app says of itself; device and address as keyed hashes. */
export interface SessionReport {
  readonly appSessionId: string;
  readonly deviceIdHash: string;
  readonly ipHash: string;
  readonly appVersion: string;
  readonly pushTokenId: string | null;
}

/**
 * Keeps what the app says, at most once a minute and waiting for nobody.
 *
 * @returns whether this was the session's first word of its device; null when nothing was written.
 */
export async function saveSessionReport(
  tx: Tx,
  report: SessionReport,
): Promise<{ readonly namesDevice: boolean } | null> {
  const { rows } = await sql<{ namesDevice: boolean }>`
    with due as (
      select id, device_id_hash from app_session
       where id = ${report.appSessionId} and revoked_at is null
         and (reported_at is null or reported_at < clock_now() - interval '1 minute')
         for no key update skip locked)
    update app_session s
       set last_seen_at = clock_now(), reported_at = clock_now(),
           device_id_hash = ${report.deviceIdHash}, ip_hash = ${report.ipHash},
           app_version = ${report.appVersion}, push_token_id = ${report.pushTokenId}
      from due where s.id = due.id
    returning due.device_id_hash is null as "namesDevice"
  `.execute(tx.getKysely());
  return rows[0] ?? null;
}
