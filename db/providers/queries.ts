import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type {
  HealthError,
  ProviderChange,
  ProviderHealth,
} from "../../contract/providers/vocabulary.ts";
import type { ContactKind } from "../../contract/accounts/vocabulary.ts";
import {
  clockNow,
  instantText,
  jsonObject,
  jsonList,
  textRows,
} from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";

/** An override as stored; code that merges its settings validates them. */
export interface OverrideRow {
  readonly providerKey: string;
  readonly settings: unknown;
  readonly revision: number;
}

/** A probe of a provider; the instant is RFC 3339. */
export interface HealthRow {
  readonly providerKey: string;
  readonly status: ProviderHealth;
  readonly latencyMs: number;
  readonly errorCode: HealthError | null;
  readonly checkedAt: string;
}

/** The stored rows on top of the files: overrides, and the latest probe of each provider. */
export interface ProviderRows {
  readonly overrides: readonly OverrideRow[];
  readonly health: readonly HealthRow[];
}

/**
 * Everything about providers that a process caches, in one statement.
 *
 * @param fileKeys providers that have a file.
 */
export async function listProviderRows(
  em: SqlEntityManager,
  fileKeys: readonly string[],
): Promise<ProviderRows> {
  return tables(em)
    .selectNoFrom(({ selectFrom }) => {
      const overrides = selectFrom("authProviderOverride").select(({ ref }) =>
        jsonObject({
          providerKey: ref("providerKey"),
          settings: ref("settings"),
          revision: ref("revision"),
        }).as("entry"),
      );
      const keys = selectFrom("authProviderOverride")
        .select("providerKey")
        .union((from) =>
          from.selectFrom(textRows(fileKeys).as("file")).select("value as providerKey"),
        );
      const health = selectFrom(keys.as("k"))
        .innerJoinLateral(
          ({ selectFrom: newest }) =>
            newest("authProviderHealth")
              .whereRef("providerKey", "=", "k.providerKey")
              .selectAll()
              .orderBy("checkedAt", "desc")
              .orderBy("id", "desc")
              .limit(1)
              .as("h"),
          (on) => on.onTrue(),
        )
        .select(({ ref }) =>
          jsonObject({
            providerKey: ref("h.providerKey"),
            status: ref("h.status"),
            latencyMs: ref("h.latencyMs"),
            errorCode: ref("h.errorCode"),
            checkedAt: instantText(ref("h.checkedAt")),
          }).as("entry"),
        );
      return [jsonList(overrides).as("overrides"), jsonList(health).as("health")];
    })
    .executeTakeFirstOrThrow();
}

/** How often, and when last, a provider's configuration changed within 30 days. */
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

/** A summary for each provider whose configuration changed. */
export async function listAuditSummaries(
  em: SqlEntityManager,
): Promise<readonly AuditSummaryRow[]> {
  return tables(em)
    .selectFrom("authProviderAudit as a")
    .distinctOn("a.providerKey")
    .select(({ fn, ref }) => [
      "a.providerKey",
      fn
        .countAll<number>()
        .over((over) => over.partitionBy("a.providerKey"))
        .as("changeCount"),
      jsonObject({
        auditEventId: ref("a.id"),
        change: ref("a.change"),
        reason: ref("a.reason"),
        actor: ref("a.actor"),
        createdAt: instantText(ref("a.createdAt")),
      }).as("lastChange"),
    ])
    .orderBy("a.providerKey")
    .orderBy("a.createdAt", "desc")
    .orderBy("a.id", "desc")
    .execute();
}

/** The result of a security disable; instants are RFC 3339. */
export interface SessionReviewSummary {
  readonly auditEventId: string;
  readonly endedSessionCount: number;
  readonly revokedDeviceCount: number;
  readonly leftSessionCount: number | null;
  readonly openedAt: string;
  readonly reviewedAt: string | null;
}

/** The last review of each provider that was disabled and whose sessions were ended. */
export async function listSessionReviews(
  em: SqlEntityManager,
): Promise<readonly { readonly providerKey: string; readonly review: SessionReviewSummary }[]> {
  return tables(em)
    .selectFrom("authProviderSessionReview as r")
    .distinctOn("r.providerKey")
    .select(({ ref }) => [
      "r.providerKey",
      jsonObject({
        auditEventId: ref("r.id"),
        endedSessionCount: ref("r.endedCount"),
        revokedDeviceCount: ref("r.deviceCount"),
        leftSessionCount: ref("r.leftCount"),
        openedAt: instantText(ref("r.openedAt")),
        reviewedAt: instantText(ref("r.reviewedAt")),
      }).as("review"),
    ])
    .orderBy("r.providerKey")
    .orderBy("r.openedAt", "desc")
    .orderBy("r.id", "desc")
    .execute();
}

/** The kind of contact that an open invitation is bound to; null if the token opens none. */
export async function findInvitedContactKind(
  em: SqlEntityManager,
  tokenHash: string,
): Promise<ContactKind | null> {
  const invitation = await tables(em)
    .selectFrom("invitation")
    .where("tokenHash", "=", tokenHash)
    .where("status", "=", "ACTIVE")
    .where("expiresAt", ">", clockNow)
    .select("targetEmail")
    .executeTakeFirst();
  if (invitation === undefined) return null;
  return invitation.targetEmail === null ? "PHONE" : "EMAIL";
}

/** Revision of a provider's override; 0 if it has only its file. */
export async function findOverrideRevision(
  em: SqlEntityManager,
  providerKey: string,
): Promise<number> {
  const override = await tables(em)
    .selectFrom("authProviderOverride")
    .where("providerKey", "=", providerKey)
    .select("revision")
    .executeTakeFirst();
  return override?.revision ?? 0;
}

/** The audit entry of a provider's creation; null if it is no longer stored. */
export async function findCreation(
  em: SqlEntityManager,
  providerKey: string,
): Promise<string | null> {
  const creation = await tables(em)
    .selectFrom("authProviderAudit")
    .where("providerKey", "=", providerKey)
    .where("change", "=", "CREATED")
    .select("id")
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return creation?.id ?? null;
}
