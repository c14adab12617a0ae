import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type {
  RelationshipPrincipal,
  ResumedStatus,
} from "../../contract/relationships/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type { WorkspaceStatus } from "../../contract/workspaces/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { prepareQuery, type Slots } from "../prepared-query.ts";
import { holds } from "../sql-parts.ts";
import { wireInstant } from "../transact.ts";
import type { WorkspaceRelationshipRow } from "../accounts/context-rows.ts";
import { zoneNow } from "./zone-now.ts";

/** The relationship of a client that has not ended, or null. Read before its lock. */
export async function findOpenRelationshipId(
  em: SqlEntityManager,
  clientUserId: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from relationship where client_user_id = ${clientUserId} and status <> 'ENDED'
  `.execute(em.getKysely());
  return rows[0]?.id ?? null;
}

/** A change of status or coach as it is kept. */
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
  readonly baseline: {
    readonly birthDate: string | null;
    readonly heightCm: number | null;
    readonly goal: string | null;
  } | null;
  readonly history: readonly RelationshipEventRow[];
}

const NEWEST_EVENTS = 100;

/**
 * One relationship of a workspace, one statement. What the client told of themselves is no longer shown
 * once it has ended: from then on they may tell it to somebody else.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function getRelationshipDetail(
  em: SqlEntityManager,
  key: { readonly workspaceId: string; readonly relationshipId: string },
): Promise<RelationshipDetailRow> {
  const waits = sql`r.zone_changes_at > clock_now()`;
  const { rows } = await sql<RelationshipDetailRow>`
    select r.id, r.client_user_id as "clientUserId", p.display_name as "clientDisplayName",
           p.locale as "clientLocale", r.coach_user_id as "coachUserId",
           coach.display_name as "coachDisplayName", r.status, ${zoneNow("r")} as timezone,
           case when ${waits} then r.next_timezone end as "nextTimezone",
           case when ${waits} then ${wireInstant("r.zone_changes_at")} end as "zoneChangesAt",
           r.resumes_as as "resumesAs", ${wireInstant("r.paused_at")} as "pausedAt",
           ${wireInstant("r.started_at")} as "startedAt", ${wireInstant("r.ended_at")} as "endedAt",
           case when r.status <> 'ENDED' then jsonb_build_object('birthDate', p.birth_date,
             'heightCm', p.height_cm, 'goal', p.goal) end as baseline,
           (select coalesce(jsonb_agg(jsonb_build_object('fromStatus', e.from_status,
              'toStatus', e.to_status, 'fromCoachUserId', e.from_coach_user_id,
              'toCoachUserId', e.to_coach_user_id, 'reason', e.reason, 'actorUserId', e.actor_user_id,
              'actorKind', e.actor_kind, 'occurredAt', ${wireInstant("e.occurred_at")})
              order by e.id desc), '[]')
              from (select * from relationship_event where relationship_id = r.id
                     order by id desc limit ${NEWEST_EVENTS}) e) as history
      from relationship r
      join client_profile p on p.user_id = r.client_user_id
      join app_user coach on coach.id = r.coach_user_id
     where r.id = ${key.relationshipId} and r.workspace_id = ${key.workspaceId}
  `.execute(em.getKysely());
  const row = rows[0];
  if (row === undefined) throw new Refusal("NOT_FOUND");
  return row;
}

/** A relationship and what the user is to it. */
export interface RelationshipRow {
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly workspaceStatus: WorkspaceStatus;
  readonly status: RelationshipStatus;
  readonly timezone: string;
  readonly isClient: boolean;
  /** Active member of the relationship's workspace. */
  readonly isCoach: boolean;
}

interface PartKey {
  readonly userId: string;
  readonly relationshipId: string;
}

const relationships = prepareQuery((from, slot: Slots<PartKey>) =>
  from
    .selectFrom("relationship as r")
    .innerJoin("coachWorkspace as w", "w.id", "r.workspaceId")
    .leftJoin("workspaceMembership as m", (on) =>
      on
        .onRef("m.workspaceId", "=", "r.workspaceId")
        .on("m.userId", "=", slot("userId"))
        .on("m.status", "=", "ACTIVE"),
    )
    .where("r.id", "=", slot("relationshipId"))
    .select(["r.id as relationshipId", "r.workspaceId", "w.status as workspaceStatus", "r.status"])
    .select(({ eb }) => [
      zoneNow("r").as("timezone"),
      holds(eb("r.clientUserId", "=", slot("userId"))).as("isClient"),
      holds(eb("m.id", "is not", null)).as("isCoach"),
    ]),
);

/** A relationship with the part the user has in it; a stranger has none, and still gets the row. */
export async function findRelationship(
  em: SqlEntityManager,
  userId: string,
  relationshipId: string,
): Promise<RelationshipRow | null> {
  const [row] = await relationships(em, { userId, relationshipId });
  return row ?? null;
}
