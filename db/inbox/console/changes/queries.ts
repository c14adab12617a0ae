import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { WORKSPACE_CHANGES_LIMITS } from "../../../../contract/inbox/console/changes-vocabulary.ts";
import type { QueryExecutor } from "../../../platform/pipeline/pipeline.ts";
import { runNamed } from "../../../platform/pipeline/run-named.ts";
import { anyOf } from "../../../platform/statements/sql-parts.ts";
import { firstRow } from "../../../platform/transactions/transact.ts";
import { tables } from "../../../tables.ts";
import type { InboxPosition } from "../../changes/queries.ts";

/** Recent changes of a workspace: the position of its inbox, and its clients. */
export interface WorkspaceState extends InboxPosition {
  /** Clients that changed since the read's beginning; one more than a cursor names if there are more. */
  readonly moved: readonly MovedClient[];
  /** Clients with admitted batches that are not settled; null if there are too many to name. */
  readonly unsettled: readonly UnsettledClient[] | null;
}

/** A client whose relationship changed. */
export interface MovedClient {
  readonly relationshipId: string;
  /** Short hash of the relationship and its newest change. */
  readonly tag: string;
  /** Whether the next read may see this change again; a second is added, because both read the clock. */
  readonly isRecent: boolean;
}

/** A client whose sums will change once their batches are settled. */
export interface UnsettledClient {
  readonly relationshipId: string;
  /** Short hash of the ids of the batches. */
  readonly batches: string;
}

const { commitSeconds, namedClients, unsettledClients, unsettledBatches } =
  WORKSPACE_CHANGES_LIMITS;

/**
 * The states of some workspaces (docs/rooms/inbox.md#changes-of-a-workspace). Writers of changes write nothing for it.
 * The statement reads changes of all relationships by their index on time, and batches by the index of unsettled ones.
 * One statement, hence one snapshot.
 *
 * @param from the instant of the previous read; null to read only what may have committed since now. Changes are read
 *   from {@link WORKSPACE_CHANGES_LIMITS.commitSeconds} earlier, because they are dated before they commit.
 */
export async function listWorkspaceStates(
  on: SqlEntityManager | QueryExecutor,
  workspaceIds: readonly string[],
  from: Date | null,
): Promise<ReadonlyMap<string, WorkspaceState>> {
  const statement = sql<WorkspaceState & { readonly workspaceId: string }>`
    with moment as materialized (
      select now, now - make_interval(secs => ${commitSeconds + 1}) as recent,
        coalesce(${from}::timestamptz, now) - make_interval(secs => ${commitSeconds}) as beginning
      from (select clock_now() as now) clock),
    change as materialized (
      select relationship_id, max(seq) as seq, max(changed_at) as changed_at from scope_change
      where changed_at > (select beginning from moment)
      group by relationship_id),
    moved as (
      select r.workspace_id, json_agg(json_build_object('relationshipId', change.relationship_id,
        'tag', left(md5(change.relationship_id::text || change.seq::text), 10),
        'isRecent', change.changed_at > moment.recent)) as clients
      from moment, change join relationship r on r.id = change.relationship_id
      where r.workspace_id = any(${workspaceIds}::uuid[])
      group by r.workspace_id),
    batch as materialized (
      select relationship_id, id from sync_batch where status = 'ADMITTED' limit ${unsettledBatches + 1}),
    waiting as (
      select relationship_id, left(md5(string_agg(id::text, '' order by id)), 8) as batches
      from batch group by relationship_id),
    unsettled as (
      select r.workspace_id, json_agg(json_build_object('relationshipId', waiting.relationship_id,
        'batches', waiting.batches)) as clients
      from waiting join relationship r on r.id = waiting.relationship_id
      where r.workspace_id = any(${workspaceIds}::uuid[])
      group by r.workspace_id)
    select workspace.id as "workspaceId", moment.now,
      coalesce(inbox.seq, 0)::float8 as seq, coalesce(inbox.epoch::text, '') as epoch,
      coalesce(moved.clients, '[]') as moved,
      case when (select count(*) from batch) <= ${unsettledBatches}::int
        and coalesce(json_array_length(unsettled.clients), 0) <= ${unsettledClients}::int
        then coalesce(unsettled.clients, '[]') end as unsettled
    from moment cross join unnest(${workspaceIds}::uuid[]) workspace (id)
    left join workspace_inbox inbox on inbox.workspace_id = workspace.id
    left join moved on moved.workspace_id = workspace.id
    left join unsettled on unsettled.workspace_id = workspace.id
  `;
  const rows = await runNamed(on, "workspace-states", statement);
  return new Map(
    rows.map(({ workspaceId, moved, ...state }) => [
      workspaceId,
      { ...state, moved: moved.slice(0, namedClients + 1) },
    ]),
  );
}

/** The state of one workspace; see {@link listWorkspaceStates}. */
export async function findWorkspaceState(
  on: SqlEntityManager | QueryExecutor,
  { workspaceId, from }: { readonly workspaceId: string; readonly from: Date | null },
): Promise<WorkspaceState> {
  const states = await listWorkspaceStates(on, [workspaceId], from);
  return firstRow([...states.values()]);
}

/** The counters of some relationships' changes; erased ones are missing. One statement. */
export async function listScopeVersions(
  em: SqlEntityManager,
  relationshipIds: readonly string[],
): Promise<readonly { readonly relationshipId: string; readonly seq: number }[]> {
  return await tables(em)
    .selectFrom("relationshipScope")
    .where("relationshipId", "=", anyOf(relationshipIds))
    .select(["relationshipId", "seq"])
    .execute();
}
