import type { ExpressionBuilder } from "kysely";
import { type Tables, tables } from "../tables.ts";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type {
  RelationshipPrincipal,
  ResumedStatus,
  RelationshipStatus,
} from "../../contract/relationships/vocabulary.ts";
import type { StoredPrivacy } from "../../rules/relationships/privacy-settings.ts";
import { Refusal } from "../../contract/refusal.ts";
import {
  clockNow,
  instantText,
  jsonObject,
  jsonList,
  given,
} from "../platform/statements/sql-parts.ts";
import type { WorkspacePage } from "../workspaces/workspace-page.ts";
import { zoneNow } from "./zone-now.ts";

/** A relationship in a coach's list. */
export interface WorkspaceRelationshipRow {
  readonly id: string;
  readonly clientUserId: string;
  readonly clientDisplayName: string;
  readonly coachUserId: string;
  readonly status: RelationshipStatus;
  readonly timezone: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
}

/** A page of the relationships of a workspace, with the names of the clients. */
export async function listRelationships(
  em: SqlEntityManager,
  {
    workspaceId,
    afterId,
    status,
    limit,
  }: WorkspacePage & { readonly status: RelationshipStatus | null },
): Promise<readonly WorkspaceRelationshipRow[]> {
  return tables(em)
    .selectFrom("relationship as r")
    .innerJoin("clientProfile as p", "p.userId", "r.clientUserId")
    .where("r.workspaceId", "=", workspaceId)
    .where((eb) => given(afterId, (id) => eb("r.id", "<", id)))
    .where((eb) => given(status, (wanted) => eb("r.status", "=", wanted)))
    .select(["r.id", "r.clientUserId", "p.displayName as clientDisplayName", "r.coachUserId"])
    .select("r.status")
    .select(({ ref }) => [
      zoneNow("r").as("timezone"),
      instantText(ref("r.startedAt")).as("startedAt"),
      instantText(ref("r.endedAt")).as("endedAt"),
    ])
    .orderBy("r.id", "desc")
    .limit(limit + 1)
    .execute();
}

/** Status of a relationship. @throws Error when there is none. */
export async function getRelationshipStatus(
  em: SqlEntityManager,
  relationshipId: string,
): Promise<RelationshipStatus> {
  const { status } = await tables(em)
    .selectFrom("relationship")
    .where("id", "=", relationshipId)
    .select("status")
    .executeTakeFirstOrThrow();
  return status;
}

/** Every relationship that a client ever had, ordered by id. */
export async function listRelationshipIds(
  em: SqlEntityManager,
  clientUserId: string,
): Promise<readonly string[]> {
  const found = await tables(em)
    .selectFrom("relationship")
    .where("clientUserId", "=", clientUserId)
    .select("id")
    .orderBy("id")
    .execute();
  return found.map(({ id }) => id);
}

/** The ended relationships of a client, ordered by id. */
export async function listEndedIds(
  em: SqlEntityManager,
  clientUserId: string,
): Promise<readonly string[]> {
  const found = await tables(em)
    .selectFrom("relationship")
    .where("clientUserId", "=", clientUserId)
    .where("status", "=", "ENDED")
    .select("id")
    .orderBy("id")
    .execute();
  return found.map(({ id }) => id);
}

/** Status of the client's relationship that is not ended, or null. */
export async function findRelationshipStatus(
  em: SqlEntityManager,
  clientUserId: string,
): Promise<RelationshipStatus | null> {
  const relationship = await tables(em)
    .selectFrom("relationship")
    .where("clientUserId", "=", clientUserId)
    .where("status", "<>", "ENDED")
    .select("status")
    .executeTakeFirst();
  return relationship?.status ?? null;
}

/** The relationship of a client that has not ended, or null. Read before its lock. */
export async function findOpenRelationshipId(
  em: SqlEntityManager,
  clientUserId: string,
): Promise<string | null> {
  const relationship = await tables(em)
    .selectFrom("relationship")
    .where("clientUserId", "=", clientUserId)
    .where("status", "<>", "ENDED")
    .select("id")
    .executeTakeFirst();
  return relationship?.id ?? null;
}

/** The relationship of a client in a workspace, both active; null if there is none. */
export async function findClientRelationship(
  em: SqlEntityManager,
  clientUserId: string,
  workspaceId: string,
): Promise<string | null> {
  const relationship = await tables(em)
    .selectFrom("relationship")
    .innerJoin("coachWorkspace", "coachWorkspace.id", "relationship.workspaceId")
    .where("relationship.clientUserId", "=", clientUserId)
    .where("relationship.workspaceId", "=", workspaceId)
    .where("relationship.status", "<>", "ENDED")
    .where("coachWorkspace.status", "=", "ACTIVE")
    .select("relationship.id")
    .executeTakeFirst();
  return relationship?.id ?? null;
}

/** A stored change of status or coach. */
export interface RelationshipEventRow {
  readonly fromStatus: RelationshipStatus;
  readonly toStatus: RelationshipStatus;
  readonly fromCoachUserId: string | null;
  readonly toCoachUserId: string | null;
  readonly reason: string | null;
  readonly actorUserId: string;
  readonly actorKind: RelationshipPrincipal;
  readonly occurredAt: string;
}

/** A relationship with everything its coaches see of it. */
export interface RelationshipDetailRow extends WorkspaceRelationshipRow {
  readonly pausedAt: string | null;
  readonly resumesAs: ResumedStatus | null;
  readonly nextTimezone: string | null;
  readonly zoneChangesAt: string | null;
  readonly coachDisplayName: string;
  readonly clientLocale: string;
  /** Decides which fields of the baseline coaches see. */
  readonly privacySettings: StoredPrivacy;
  readonly baseline: {
    readonly birthDate: string | null;
    readonly heightCm: number | null;
    readonly goal: string | null;
  } | null;
  readonly history: readonly RelationshipEventRow[];
}

const NEWEST_EVENTS = 100;

/**
 * One relationship of a workspace, in one statement. After its end the client's data is no longer shown: from then on
 * they may give it to another coach.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function getRelationshipDetail(
  em: SqlEntityManager,
  key: { readonly workspaceId: string; readonly relationshipId: string },
): Promise<RelationshipDetailRow> {
  return tables(em)
    .selectFrom("relationship as r")
    .innerJoin("clientProfile as p", "p.userId", "r.clientUserId")
    .innerJoin("appUser as coach", "coach.id", "r.coachUserId")
    .where("r.id", "=", key.relationshipId)
    .where("r.workspaceId", "=", key.workspaceId)
    .select(["r.id", "r.clientUserId", "r.coachUserId", "r.status", "r.resumesAs"])
    .select(["p.displayName as clientDisplayName", "p.locale as clientLocale"])
    .select(["coach.displayName as coachDisplayName", "p.privacySettings"])
    .select((eb) => {
      const { case: when, ref, selectFrom } = eb;
      const waits = eb("r.zoneChangesAt", ">", clockNow);
      const baseline = jsonObject({
        birthDate: ref("p.birthDate"),
        heightCm: ref("p.heightCm"),
        goal: ref("p.goal"),
      });
      return [
        zoneNow("r").as("timezone"),
        when().when(waits).then(ref("r.nextTimezone")).end().as("nextTimezone"),
        when()
          .when(waits)
          .then(instantText(ref("r.zoneChangesAt")))
          .end()
          .as("zoneChangesAt"),
        instantText(ref("r.pausedAt")).as("pausedAt"),
        instantText(ref("r.startedAt")).as("startedAt"),
        instantText(ref("r.endedAt")).as("endedAt"),
        when().when("r.status", "<>", "ENDED").then(baseline).end().as("baseline"),
        jsonList(
          selectFrom("relationshipEvent as e")
            .whereRef("e.relationshipId", "=", "r.id")
            .select((event) => eventPart(event).as("entry"))
            .orderBy("e.id", "desc")
            .limit(NEWEST_EVENTS),
        ).as("history"),
      ];
    })
    .executeTakeFirstOrThrow(() => new Refusal("NOT_FOUND"));
}

function eventPart({
  ref,
}: ExpressionBuilder<Tables & { readonly e: Tables["relationshipEvent"] }, "e">) {
  return jsonObject({
    fromStatus: ref("e.fromStatus"),
    toStatus: ref("e.toStatus"),
    fromCoachUserId: ref("e.fromCoachUserId"),
    toCoachUserId: ref("e.toCoachUserId"),
    reason: ref("e.reason"),
    actorUserId: ref("e.actorUserId"),
    actorKind: ref("e.actorKind"),
    occurredAt: instantText(ref("e.occurredAt")),
  });
}

/** The present relationships of a person, and the other party of each. */
export async function listPartners(
  em: SqlEntityManager,
  userId: string,
): Promise<readonly { readonly relationshipId: string; readonly readerUserId: string }[]> {
  const present = tables(em)
    .selectFrom("relationship as r")
    .where("r.status", "<>", "ENDED")
    .whereRef("r.clientUserId", "<>", "r.coachUserId")
    .select(["r.id as relationshipId", "r.clientUserId", "r.coachUserId"]);
  // No index leads from a coach to relationships; their workspaces do.
  const coached = present
    .innerJoin("workspaceMembership as m", "m.workspaceId", "r.workspaceId")
    .where("m.userId", "=", userId)
    .where("m.status", "=", "ACTIVE")
    .where("r.coachUserId", "=", userId);
  const rows = await present.where("r.clientUserId", "=", userId).unionAll(coached).execute();
  return rows.map(({ relationshipId, clientUserId, coachUserId }) => ({
    relationshipId,
    readerUserId: clientUserId === userId ? coachUserId : clientUserId,
  }));
}

/**
 * The other party of a present relationship, as the reader of news about a person's account; null without an address.
 */
export async function findDepartureReader(
  em: SqlEntityManager,
  { relationshipId, userId }: { readonly relationshipId: string; readonly userId: string },
) {
  const row = await tables(em)
    .selectFrom("relationship as r")
    .innerJoin("coachWorkspace as w", "w.id", "r.workspaceId")
    .innerJoin("appUser as o", (on) => on.on("o.id", "=", userId))
    .innerJoin("appUser as u", (on) =>
      on.on((eb) =>
        eb.or([
          eb.and([eb("r.clientUserId", "=", userId), eb("u.id", "=", eb.ref("r.coachUserId"))]),
          eb.and([eb("r.coachUserId", "=", userId), eb("u.id", "=", eb.ref("r.clientUserId"))]),
        ]),
      ),
    )
    .leftJoin("clientProfile as c", "c.userId", "u.id")
    .leftJoin("coachProfile as p", "p.userId", "u.id")
    .where("r.id", "=", relationshipId)
    .where("r.status", "<>", "ENDED")
    .where("u.deletedAt", "is", null)
    .where("o.deletedAt", "is", null)
    .where("u.primaryEmail", "is not", null)
    .select(["r.coachUserId", "u.displayName as name"])
    .select(["o.displayName as otherName", "o.deletionRequestedAt"])
    .select(["w.id as workspaceId", "w.name as workspaceName"])
    .select(({ fn, ref }) => [
      ref("u.primaryEmail").$notNull().as("email"),
      fn.coalesce("p.locale", "c.locale").as("locale"),
      fn.coalesce("p.timezone", "c.timezone").as("timezone"),
    ])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { coachUserId, ...reader } = row;
  return { ...reader, as: coachUserId === userId ? ("CLIENT" as const) : ("COACH" as const) };
}
