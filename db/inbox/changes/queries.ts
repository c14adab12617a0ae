import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type QueryCreator, sql } from "kysely";
import { INBOX_LIMITS } from "../../../contract/inbox/vocabulary.ts";
import type { QueryExecutor } from "../../pipeline.ts";
import { prepareQuery, type Slots } from "../../prepared-query.ts";
import { anyOf, clockNow } from "../../sql-parts.ts";
import { tables, type Tables } from "../../tables.ts";
import { firstRow } from "../../transact.ts";
import { isMember, type MemberKey } from "../../workspaces/queries.ts";

/** Where an inbox stands: its counter, under the epoch of its database; no epoch before its first change. */
export interface InboxState {
  readonly seq: number;
  readonly epoch: string;
}

/** The same, and when that was seen. */
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
const ownPositions = prepareQuery("own-inbox-position", (from, slot: Slots<MemberKey>) =>
  positionOf(from, slot).where(isMember(slot)),
);

/** Where the inbox of a workspace stands now: what is read after it has all that came before it. One statement. */
export async function findInboxPosition(
  em: SqlEntityManager,
  workspaceId: string,
): Promise<InboxPosition> {
  return seenPosition(firstRow(await positions(em, { workspaceId })));
}

/** The same, asked before whoever signs in is known; null where it is not the inbox of a workspace of theirs. */
export async function findOwnInboxPosition(
  executor: QueryExecutor,
  key: MemberKey,
): Promise<InboxPosition | null> {
  const [row] = await ownPositions(executor, key);
  return row === undefined ? null : seenPosition(row);
}

/** Of an inbox that never changed there is no row. */
function seenPosition({ seq, epoch, now }: Seen): InboxPosition {
  return { seq: seq ?? NONE.seq, epoch: epoch ?? NONE.epoch, now };
}

type Seen = { readonly [Part in keyof InboxState]: InboxState[Part] | null } & {
  readonly now: Date;
};

/** Where the inboxes of some workspaces stand; those that never changed are missing. One statement. */
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

/** What changed in an inbox since a position. */
export interface ChangesFound extends InboxPosition {
  /** So many steps of the counter were found, one more than are told at most. */
  readonly stepCount: number;
  readonly isReload: boolean;
  /** Tasks that changed, or whose snooze has ended, each once; one more than are told at most. */
  readonly tasks: readonly { readonly id: string; readonly isUnresolved: boolean }[];
  /** Until the next snooze ends, in milliseconds; null where none goes on. */
  readonly awakeInMs: number | null;
}

/**
 * What changed in the inbox of a workspace since a position, and where it stands now. A snooze that has ended since
 * counts, whether or not anybody woke its task. One statement, and so one moment.
 */
export async function findInboxChanges(
  em: SqlEntityManager,
  {
    workspaceId,
    seq,
    at,
  }: { readonly workspaceId: string; readonly seq: number; readonly at: Date },
): Promise<ChangesFound> {
  const most = INBOX_LIMITS.changedTasks + 1;
  const { rows } = await sql<ChangesFound>`/* named: inbox-changes */
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
      ) found limit ${most})
    select coalesce(inbox.seq, 0)::float8 as seq, coalesce(inbox.epoch::text, '') as epoch, moment.now,
      (select count(*)::int from step) as "stepCount",
      (select coalesce(bool_or(is_reload), false) from step) as "isReload",
      (select coalesce(json_agg(json_build_object('id', t.id,
          'isUnresolved', t.status in ('OPEN', 'IN_PROGRESS', 'SNOOZED'))), '[]')
        from changed join coach_task t on t.id = changed.id) as tasks,
      (select (extract(epoch from min(snoozed_until) - moment.now) * 1000)::float8 from coach_task
        where workspace_id = ${workspaceId} and status = 'SNOOZED'
          and snoozed_until > (select now from moment)) as "awakeInMs"
    from moment left join workspace_inbox inbox on inbox.workspace_id = ${workspaceId}
  `.execute(em.getKysely());
  return firstRow(rows);
}
