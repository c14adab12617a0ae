import { sql } from "kysely";
import type { Surface } from "../../../contract/accounts/vocabulary.ts";
import type { Tx } from "../../transact.ts";

/** A session of one app, as it is first seen. */
export interface NewAppSession {
  readonly id: string;
  readonly userId: string;
  readonly identityId: string;
  readonly issuer: string;
  readonly providerSessionId: string;
  readonly clientId: string;
  readonly surface: Surface;
}

/** Inserts the session unless it is there; true when this call inserted it. */
export async function claimAppSession(tx: Tx, session: NewAppSession): Promise<boolean> {
  const { rows } = await sql`
    insert into app_session (id, user_id, identity_id, issuer, provider_session_id, client_app,
                             surface, started_at, last_seen_at)
    values (${session.id}, ${session.userId}, ${session.identityId}, ${session.issuer},
            ${session.providerSessionId}, ${session.clientId}, ${session.surface},
            clock_now(), clock_now())
    on conflict (issuer, provider_session_id, client_app) do nothing
    returning id
  `.execute(tx.getKysely());
  return rows.length === 1;
}

/** The session of (issuer, provider session, client), whoever inserted it. */
export async function findAppSession(
  tx: Tx,
  key: Pick<NewAppSession, "issuer" | "providerSessionId" | "clientId">,
): Promise<{ id: string; userId: string; revoked: boolean } | null> {
  const { rows } = await sql<{ id: string; userId: string; revoked: boolean }>`
    select id, user_id as "userId", revoked_at is not null as revoked
      from app_session
     where issuer = ${key.issuer} and provider_session_id = ${key.providerSessionId}
       and client_app = ${key.clientId}
  `.execute(tx.getKysely());
  return rows[0] ?? null;
}

/** Notes that the identity signed in. */
export async function markLogin(tx: Tx, identityId: string): Promise<void> {
  await sql`
    update auth_identity set last_login_at = clock_now() where id = ${identityId}
  `.execute(tx.getKysely());
}

/** Notes that the session is in use, at most once a minute and waiting for nobody. */
export async function markSeen(tx: Tx, appSessionId: string): Promise<void> {
  await sql`
    update app_session set last_seen_at = clock_now()
     where id = (select id from app_session
                  where id = ${appSessionId} and revoked_at is null
                    and last_seen_at < clock_now() - interval '1 minute'
                    for no key update skip locked)
  `.execute(tx.getKysely());
}
