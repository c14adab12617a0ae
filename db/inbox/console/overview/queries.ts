import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { ADHERENCE_BUCKETS } from "../../../../contract/agenda/adherence/vocabulary.ts";
import type { QueryExecutor } from "../../../platform/pipeline/pipeline.ts";
import { prepareQuery, type Slots } from "../../../platform/pipeline/prepare-query.ts";
import { firstRow } from "../../../platform/transactions/transact.ts";
import { activeCounts } from "../../counts/active-counts.ts";
import { clientAdherence } from "../roster/client-adherence.ts";
import { phonesOf } from "../roster/phones-of.ts";

/** A member of a workspace. */
interface Member {
  readonly workspaceId: string;
  readonly userId: string;
}

/** Counts of a workspace's clients whose relationship has not ended, and of its lists. */
export interface WorkspaceCounts {
  readonly total: number;
  readonly onboarding: number;
  readonly active: number;
  readonly paused: number;
  readonly mine: number;
  readonly needAttention: number;
  readonly unsynced: number;
  /** In the order of the buckets. */
  readonly byBucket: readonly number[];
  readonly openOnboardings: number;
  readonly blockingOnboardings: number;
  readonly openInvitations: number;
  readonly publishedPlans: number;
  readonly draftPlans: number;
  readonly publishedForms: number;
  readonly draftForms: number;
}

const counted = sql`count(*) filter`;

/** SQL of whether client `r` has a task that is open or in progress. */
const needsAttention = sql`(
  r.id in (select relationship_id from active where active.count > 0)
  or r.id in (select relationship_id from woken))`;

const onboarding = sql`
  select coalesce(bool_or(true), false) as is_open,
    coalesce(bool_or(i.program_assignment_blocked or i.nutrition_assignment_blocked), false) as is_blocking
  from onboarding_instance i
  where i.relationship_id = r.id and i.status in ('IN_PROGRESS', 'COMPLETED_WITH_PENDING_TASK')`;

const byBucket = sql.join(
  ADHERENCE_BUCKETS.map((bucket) => sql`${counted} (where adherence.bucket = ${sql.lit(bucket)})`),
);

const countsOf = prepareQuery("workspace-counts", (_, slot: Slots<Member>) => {
  const workspaceId = slot("workspaceId");
  const listed = (table: "form_definition" | "plan", status: "DRAFT" | "PUBLISHED") => sql`(
    select count(*)::int from ${sql.table(table)} one
    where one.workspace_id = ${workspaceId} and one.status = ${sql.lit(status)})`;
  return sql<WorkspaceCounts>`
    with woken as materialized (select relationship_id from coach_task
      where workspace_id = ${workspaceId} and status = 'SNOOZED'
        and snoozed_until <= (select clock_now())),
    active as materialized (${activeCounts(workspaceId)})
    select count(*)::int as total, (${counted} (where r.status = 'ONBOARDING'))::int as onboarding,
      (${counted} (where r.status = 'ACTIVE'))::int as active,
      (${counted} (where r.status = 'PAUSED'))::int as paused,
      (${counted} (where r.coach_user_id = ${slot("userId")}))::int as mine,
      (${counted} (where ${needsAttention}))::int as "needAttention",
      (${counted} (where phones.depth > 0))::int as unsynced,
      array[${byBucket}]::int[] as "byBucket",
      (${counted} (where onboarding.is_open))::int as "openOnboardings",
      (${counted} (where onboarding.is_blocking))::int as "blockingOnboardings",
      (select count(*)::int from invitation where workspace_id = ${workspaceId}
        and status in ('SCHEDULED', 'ACTIVE') and expires_at > (select clock_now()))
        as "openInvitations",
      ${listed("plan", "PUBLISHED")} as "publishedPlans", ${listed("plan", "DRAFT")} as "draftPlans",
      ${listed("form_definition", "PUBLISHED")} as "publishedForms",
      ${listed("form_definition", "DRAFT")} as "draftForms"
    from relationship r
    cross join lateral (${clientAdherence(workspaceId)}) adherence
    cross join lateral (${phonesOf("r")}) phones
    cross join lateral (${onboarding}) onboarding
    where r.workspace_id = ${workspaceId} and r.status <> 'ENDED'`;
});

/** The counts of a workspace for a member. One statement, whatever the number of clients. */
export async function countWorkspace(
  on: SqlEntityManager | QueryExecutor,
  member: Member,
): Promise<WorkspaceCounts> {
  return firstRow(await countsOf(on, member));
}
