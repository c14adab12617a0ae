import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { SessionStatus } from "../../../contract/accounts/session-vocabulary.ts";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type { Surface } from "../../../contract/accounts/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { LoginPlace } from "../../../rules/accounts/is-suspicious-login.ts";
import { firstRow, wireInstant } from "../../transact.ts";

/** An app session in its user's list; instants are RFC 3339. */
export interface SessionView {
  readonly id: string;
  readonly surface: Surface;
  readonly appVersion: string | null;
  readonly startedAt: string;
  readonly lastSeenAt: string;
  readonly revokedAt: string | null;
}

const sessionColumns = sql`
  id, surface, app_version as "appVersion", ${wireInstant("started_at")} as "startedAt",
  ${wireInstant("last_seen_at")} as "lastSeenAt", ${wireInstant("revoked_at")} as "revokedAt"`;

/** A page of a user's sessions, newest first; one row beyond the limit tells that there are more. */
export async function listSessions(
  em: SqlEntityManager,
  page: {
    readonly userId: string;
    readonly status: SessionStatus | null;
    readonly afterId: string | null;
    readonly limit: number;
  },
): Promise<readonly SessionView[]> {
  const { rows } = await sql<SessionView>`
    select ${sessionColumns} from app_session
     where user_id = ${page.userId}
       and (${page.afterId}::uuid is null or id < ${page.afterId}::uuid)
       and (${page.status}::text is null or (revoked_at is null) = (${page.status}::text = 'ACTIVE'))
     order by id desc limit ${page.limit + 1}
  `.execute(em.getKysely());
  return rows;
}

/** A session of this user. @throws Refusal NOT_FOUND for an unknown or foreign one. */
export async function getSession(
  em: SqlEntityManager,
  userId: string,
  sessionId: string,
): Promise<SessionView> {
  const { rows } = await sql<SessionView>`
    select ${sessionColumns} from app_session where id = ${sessionId} and user_id = ${userId}
  `.execute(em.getKysely());
  const session = rows[0];
  if (session === undefined) throw new Refusal("NOT_FOUND");
  return session;
}

/** Status of the client's relationship that is not ended, or null. */
export async function findRelationshipStatus(
  em: SqlEntityManager,
  clientUserId: string,
): Promise<RelationshipStatus | null> {
  const { rows } = await sql<{ status: RelationshipStatus }>`
    select status from relationship where client_user_id = ${clientUserId} and status <> 'ENDED'
  `.execute(em.getKysely());
  return rows[0]?.status ?? null;
}

/** A token, as far as a logout at the provider may have ended what it stands for. */
export interface ProviderSign {
  readonly issuer: string;
  readonly providerSessionId: string;
  readonly subject: string;
  /** When the token was made (`iat`). */
  readonly issuedAt: Date;
}

/** Whether the provider told that this session, or everything this token could stand for, has ended. */
export async function isEndedAtProvider(
  em: SqlEntityManager,
  { issuer, providerSessionId, subject, issuedAt }: ProviderSign,
): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select exists (select from provider_logout
                    where issuer = ${issuer} and provider_session_id = ${providerSessionId})
        or exists (select from provider_logout
                    where issuer = ${issuer} and subject = ${subject}
                      and provider_session_id is null and issued_at >= ${issuedAt}) as ended
  `.execute(em.getKysely());
  return firstRow(rows).ended;
}

/** What a user's other sessions know of a device and an address, by their keyed hashes. */
export async function findLoginPlace(
  em: SqlEntityManager,
  place: {
    readonly userId: string;
    readonly appSessionId: string;
    readonly deviceIdHash: string;
    readonly ipHash: string;
  },
): Promise<LoginPlace> {
  const { rows } = await sql<LoginPlace>`
    select (count(*) filter (where device_id_hash is not null))::int as "knownSessions",
           coalesce(bool_or(device_id_hash = ${place.deviceIdHash}), false) as "knowsDevice",
           coalesce(bool_or(ip_hash = ${place.ipHash}), false) as "knowsAddress"
      from app_session where user_id = ${place.userId} and id <> ${place.appSessionId}
  `.execute(em.getKysely());
  return firstRow(rows);
}

/** What a user is told of a session, and where; null for one that is gone. */
export async function findLoginNotice(
  em: SqlEntityManager,
  sessionId: string,
): Promise<{
  readonly email: string | null;
  readonly surface: Surface;
  readonly startedAt: string;
} | null> {
  const { rows } = await sql<{ email: string | null; surface: Surface; startedAt: string }>`
    select u.primary_email as email, s.surface, ${wireInstant("s.started_at")} as "startedAt"
      from app_session s join app_user u on u.id = s.user_id
     where s.id = ${sessionId}
  `.execute(em.getKysely());
  return rows[0] ?? null;
}
