import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type QueryCreator, sql } from "kysely";
import { INBOX_LIMITS } from "../../../contract/inbox/vocabulary.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { prepareQuery, type Slots } from "../../platform/pipeline/prepare-query.ts";
import { anyOf, clockNow } from "../../platform/statements/sql-parts.ts";
import { tables, type Tables } from "../../tables.ts";
import { firstRow } from "../../platform/transactions/transact.ts";
import type { MemberKey } from "../../workspaces/queries.ts";
import { isRelated } from "../lists/related-tasks.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";

/** The state of an inbox: its counter, and the epoch of its database. The epoch is empty before the first change. */
export interface InboxState {
  readonly seq: number;
  readonly epoch: string;
}

/** The same, with the time at which it was read. */
export interface InboxPosition extends InboxState {
  readonly now: Date;
}

const NONE: InboxState = { seq: 0, epoch: "" };

type InboxKey = Pick<MemberKey, "workspaceId">;

const positionOf = (from: QueryCreator<Tables>, slot: Slots<InboxKey>) =>
  from
    .selectFrom("coachWorkspace as workspace")
    .leftJoin("workspaceInbox as inbox", "inbox.workspaceId", "workspace.id")
    .where("workspace.id", "=", slot("workspaceId"))
    .select(["inbox.seq", "inbox.epoch", clockNow.as("now")]);

const positions = prepareQuery("inbox-position", (from, slot: Slots<InboxKey>) =>
  positionOf(from, slot),
);
/** The current position of a workspace's inbox. A later read contains everything up to it. One statement. */
export async function findInboxPosition(
  em: SqlEntityManager,
  workspaceId: string,
): Promise<InboxPosition> {
  return seenPosition(firstRow(await positions(em, { workspaceId })));
}

/** An inbox without changes has no row. */
export function seenPosition({ seq, epoch, now }: Seen): InboxPosition {
  return { seq: seq ?? NONE.seq, epoch: epoch ?? NONE.epoch, now };
}

type Seen = { readonly [Part in keyof InboxState]: InboxState[Part] | null } & {
  readonly now: Date;
};

/** The state of the inboxes of some workspaces; those without changes are missing. One statement. */
export async function listInboxStates(
  em: SqlEntityManager,
  workspaceIds: readonly string[],
): Promise<ReadonlyMap<string, InboxState>> {
  const rows = await tables(em)
    .selectFrom("workspaceInbox")
    .where("workspaceId", "=", anyOf(workspaceIds))
    .select(["workspaceId", "seq", "epoch"])
    .execute();
  return new Map(rows.map(({ workspaceId, ...state }) => [workspaceId, state]));
}

/** Changes of an inbox since a position. */
export interface ChangesFound extends InboxPosition {
  /** How many steps of the counter were found, at most one more than an answer reports. */
  readonly stepCount: number;
  readonly isReload: boolean;
  /** Tasks that changed, or whose snooze has ended, each once; at most one more than an answer reports. */
  readonly tasks: readonly ChangedInboxTask[];
  /** Milliseconds until the next snooze ends; null if nothing is snoozed. */
  readonly awakeInMs: number | null;
}

/** A task that reads differently. */
export interface ChangedInboxTask {
  readonly id: string;
  readonly revision: number;
  readonly isUnresolved: boolean;
}

/**
 * The changes of a workspace's inbox since a position, and its current position. A snooze that has ended since
 * counts, even if its task was not woken. The related task of a changed one counts too. One statement, hence one
 * snapshot.
 */
export async function findInboxChanges(
  on: SqlEntityManager | QueryExecutor,
  {
    workspaceId,
    seq,
    at,
  }: { readonly workspaceId: string; readonly seq: number; readonly at: Date },
): Promise<ChangesFound> {
  const most = INBOX_LIMITS.changedTasks + 1;
  const statement = sql<ChangesFound>`
    with moment as materialized (select clock_now() as now),
    step as materialized (
      select task_ids, is_reload from coach_task_change
      where workspace_id = ${workspaceId} and seq > ${seq}
      order by seq limit ${most}),
    changed as materialized (
      select id from (
        select unnest(task_ids) as id from step
        union
        select id from coach_task
        where workspace_id = ${workspaceId} and status = 'SNOOZED'
          and snoozed_until > ${at}::timestamptz and snoozed_until <= (select now from moment)
      ) found limit ${most}),
    touched as (
      select id from changed
      union
      select other.id from changed join coach_task t on t.id = changed.id
      join coach_task other on ${isRelated("other", "t")})
    select coalesce(inbox.seq, 0)::float8 as seq, coalesce(inbox.epoch::text, '') as epoch, moment.now,
      (select count(*)::int from step) as "stepCount",
      (select coalesce(bool_or(is_reload), false) from step) as "isReload",
      (select coalesce(json_agg(json_build_object('id', t.id,
          'revision', t.revision, 'isUnresolved', t.status in ('OPEN', 'IN_PROGRESS', 'SNOOZED'))), '[]')
        from touched join coach_task t on t.id = touched.id) as tasks,
      (select (extract(epoch from min(snoozed_until) - moment.now) * 1000)::float8 from coach_task
        where workspace_id = ${workspaceId} and status = 'SNOOZED'
          and snoozed_until > (select now from moment)) as "awakeInMs"
    from moment left join workspace_inbox inbox on inbox.workspace_id = ${workspaceId}
  `;
  const rows = await runNamed(on, "inbox-changes", statement);
  return firstRow(rows);
}
