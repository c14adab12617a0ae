import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type {
  HealthError,
  ProviderChange,
  ProviderHealth,
} from "../../contract/providers/vocabulary.ts";
import type { ContactKind } from "../../contract/accounts/vocabulary.ts";
import { wireInstant } from "../transact.ts";

/** An override as it is stored; its settings are judged by whoever merges them. */
export interface OverrideRow {
  readonly providerKey: string;
  readonly settings: unknown;
  readonly revision: number;
}

/** A look at a provider; the instant is RFC 3339. */
export interface HealthRow {
  readonly providerKey: string;
  readonly status: ProviderHealth;
  readonly latencyMs: number;
  readonly errorCode: HealthError | null;
  readonly checkedAt: string;
}

/** What stands over the files: overrides, and the latest look at each provider. */
export interface ProviderRows {
  readonly overrides: readonly OverrideRow[];
  readonly health: readonly HealthRow[];
}

const healthJson = sql<HealthRow>`jsonb_build_object(
  'providerKey', h.provider_key, 'status', h.status, 'latencyMs', h.latency_ms,
  'errorCode', h.error_code, 'checkedAt', ${wireInstant("h.checked_at")})`;

/**
 * Everything that a process keeps in memory of providers, in one statement.
 *
 * @param fileKeys providers that have a file.
 */
export async function listProviderRows(
  em: SqlEntityManager,
  fileKeys: readonly string[],
): Promise<ProviderRows> {
  const { rows } = await sql<ProviderRows>`
    select (select coalesce(jsonb_agg(jsonb_build_object('providerKey', o.provider_key,
                     'settings', o.settings, 'revision', o.revision)), '[]')
              from auth_provider_override o) as overrides,
           (select coalesce(jsonb_agg(${healthJson}), '[]')
              from (select provider_key from auth_provider_override
                    union select unnest(${[...fileKeys]}::text[])) k
             cross join lateral (select * from auth_provider_health
                                  where provider_key = k.provider_key
                                  order by checked_at desc, id desc limit 1) h) as health
  `.execute(em.getKysely());
  return rows[0] ?? { overrides: [], health: [] };
}

/** How often and when last the configuration of a provider was changed within 30 days. */
export interface AuditSummaryRow {
  readonly providerKey: string;
  readonly changeCount: number;
  readonly lastChange: {
    readonly auditEventId: string;
    readonly change: ProviderChange;
    readonly reason: string | null;
    readonly actor: string;
    readonly createdAt: string;
  };
}

/** A summary for each provider whose configuration was changed. */
export async function listAuditSummaries(
  em: SqlEntityManager,
): Promise<readonly AuditSummaryRow[]> {
  const { rows } = await sql<AuditSummaryRow>`
    select distinct on (a.provider_key) a.provider_key as "providerKey",
           (count(*) over (partition by a.provider_key))::int as "changeCount",
           jsonb_build_object('auditEventId', a.id, 'change', a.change, 'reason', a.reason,
             'actor', a.actor, 'createdAt', ${wireInstant("a.created_at")}) as "lastChange"
      from auth_provider_audit a
     order by a.provider_key, a.created_at desc, a.id desc
  `.execute(em.getKysely());
  return rows;
}

/** What a security disable ended and left over; instants are RFC 3339. */
export interface SessionReviewSummary {
  readonly auditEventId: string;
  readonly endedSessionCount: number;
  readonly revokedDeviceCount: number;
  readonly leftSessionCount: number | null;
  readonly openedAt: string;
  readonly reviewedAt: string | null;
}

/** The last review of each provider that was disabled with its sessions. */
export async function listSessionReviews(
  em: SqlEntityManager,
): Promise<readonly { readonly providerKey: string; readonly review: SessionReviewSummary }[]> {
  const { rows } = await sql<{ providerKey: string; review: SessionReviewSummary }>`
    select distinct on (r.provider_key) r.provider_key as "providerKey",
           jsonb_build_object('auditEventId', r.id, 'endedSessionCount', r.ended_count,
             'revokedDeviceCount', r.device_count, 'leftSessionCount', r.left_count,
             'openedAt', ${wireInstant("r.opened_at")},
             'reviewedAt', ${wireInstant("r.reviewed_at")}) as review
      from auth_provider_session_review r
     order by r.provider_key, r.opened_at desc, r.id desc
  `.execute(em.getKysely());
  return rows;
}

/** The kind of contact that an open invitation is bound to; null when the token opens none. */
export async function findInvitedContactKind(
  em: SqlEntityManager,
  tokenHash: string,
): Promise<ContactKind | null> {
  const { rows } = await sql<{ kind: ContactKind }>`
    select case when target_email is null then 'PHONE' else 'EMAIL' end as kind
      from invitation
     where token_hash = ${tokenHash} and status = 'ACTIVE' and expires_at > clock_now()
  `.execute(em.getKysely());
  return rows[0]?.kind ?? null;
}

/** Revision of a provider's override; 0 when its file alone counts. */
export async function findOverrideRevision(
  em: SqlEntityManager,
  providerKey: string,
): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    select revision from auth_provider_override where provider_key = ${providerKey}
  `.execute(em.getKysely());
  return rows[0]?.revision ?? 0;
}

/** The line of the audit that tells how a provider came to be; null when it is no longer kept. */
export async function findCreation(
  em: SqlEntityManager,
  providerKey: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from auth_provider_audit where provider_key = ${providerKey} and change = 'CREATED'
     order by created_at desc limit 1
  `.execute(em.getKysely());
  return rows[0]?.id ?? null;
}
