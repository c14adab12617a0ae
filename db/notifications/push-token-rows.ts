import { sql } from "kysely";
import type { DeviceSurface } from "../../contract/accounts/vocabulary.ts";
import type { PushProvider } from "../../contract/notifications/vocabulary.ts";
import { firstRow, type Tx, wireInstant } from "../transact.ts";

/** A push token as its owner sees it; instants are RFC 3339. */
export interface PushTokenView {
  readonly id: string;
  readonly provider: PushProvider;
  readonly surface: DeviceSurface;
  readonly createdAt: string;
  readonly retiredAt: string | null;
}

/** A token and the session that it leads to. */
export interface NewPushToken {
  readonly id: string;
  readonly userId: string;
  readonly appSessionId: string;
  readonly surface: DeviceSurface;
  readonly provider: PushProvider;
  readonly token: string;
  readonly tokenHash: string;
}

const columns = sql`id, provider, surface, ${wireInstant("created_at")} as "createdAt",
  ${wireInstant("retired_at")} as "retiredAt"`;

/**
 * Registrations of one session, and of one token, come one after the other: those at the same instant do
 * not see each other's new rows.
 */
export async function lockRegistration(
  tx: Tx,
  { appSessionId, tokenHash }: Pick<NewPushToken, "appSessionId" | "tokenHash">,
): Promise<void> {
  for (const key of [`push session ${appSessionId}`, `push token ${tokenHash}`]) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx.getKysely());
  }
}

/** The active token of this session, if it is this one. */
export async function findOwnToken(
  tx: Tx,
  { appSessionId, tokenHash }: Pick<NewPushToken, "appSessionId" | "tokenHash">,
): Promise<PushTokenView | null> {
  const { rows } = await sql<PushTokenView>`
    select ${columns} from push_token
     where app_session_id = ${appSessionId} and token_hash = ${tokenHash} and status = 'ACTIVE'
  `.execute(tx.getKysely());
  return rows[0] ?? null;
}

/** Retires the token where it led before, and what led to this session before. */
export async function retireFormer(
  tx: Tx,
  { appSessionId, provider, tokenHash }: Omit<NewPushToken, "id" | "token">,
): Promise<void> {
  await sql`
    update push_token
       set status = 'RETIRED', retired_at = clock_now(), updated_at = clock_now(), token = null,
           retired_for = case when token_hash = ${tokenHash} then 'MOVED' else 'REPLACED' end
     where status = 'ACTIVE'
       and (token_hash = ${tokenHash}
            or (app_session_id = ${appSessionId} and provider = ${provider}))
  `.execute(tx.getKysely());
}

/** Inserts an active token. */
export async function insertPushToken(tx: Tx, row: NewPushToken): Promise<PushTokenView> {
  const { rows } = await sql<PushTokenView>`
    insert into push_token (id, user_id, app_session_id, surface, provider, token, token_hash,
                            status, created_at, updated_at)
    values (${row.id}, ${row.userId}, ${row.appSessionId}, ${row.surface}, ${row.provider},
            ${row.token}, ${row.tokenHash}, 'ACTIVE', clock_now(), clock_now())
    returning ${columns}
  `.execute(tx.getKysely());
  return firstRow(rows);
}

/** A token of this user, whatever became of it. */
export async function findUserToken(
  tx: Tx,
  key: { readonly userId: string; readonly pushTokenId: string },
): Promise<PushTokenView | null> {
  const { rows } = await sql<PushTokenView>`
    select ${columns} from push_token where id = ${key.pushTokenId} and user_id = ${key.userId}
  `.execute(tx.getKysely());
  return rows[0] ?? null;
}
