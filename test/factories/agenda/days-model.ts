import { expect } from "@jest/globals";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { AgendaDay } from "../../../db/agenda/agenda-day.ts";
import { noticeRows } from "../../../contract/agenda/notice-rows.ts";
import { readNotices } from "./read-notices.ts";
import { findScopeSnapshot } from "../../../db/sync/scope/queries.ts";
import { agendaChecksum } from "../../../rules/agenda/agenda-checksum.ts";
import { listDayTasks } from "../../../db/agenda/queries.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
import type { DayTask } from "../../../rules/agenda/agenda-task.ts";

const HOUR_MS = 3_600_000;

/** An accepted completion that may be undone. */
export interface Done {
  readonly clientOperationId: string;
  readonly taskId: string;
  readonly localDate: string;
  readonly acceptedAt: number;
}

/** When the coach last reviewed each day. */
export type Reviews = Map<string, number>;

/** Whether a completion recorded at an instant is accepted, given its day and task. */
export function takesCompletion(
  { status }: Pick<DayTask, "status">,
  day: Pick<AgendaDay, "closedAt">,
  { recordedAt, isPaused }: { readonly recordedAt: number; readonly isPaused: boolean },
): boolean {
  if (isPaused) return false;
  if (day.closedAt === null) return status === "PENDING";
  return status === "MISSED" && recordedAt < day.closedAt.getTime();
}

/** Whether an undo is accepted now. */
export function takesUndo(
  done: Done,
  { status }: Pick<DayTask, "status">,
  at: { readonly now: number; readonly reviewedAt: number | undefined },
): boolean {
  if (status !== "COMPLETED") return false;
  const isReviewed = at.reviewedAt !== undefined && done.acceptedAt <= at.reviewedAt;
  return !isReviewed && at.now <= done.acceptedAt + 24 * HOUR_MS;
}

/** The tasks of some days of a relationship. */
export async function tasksOf(
  em: SqlEntityManager,
  relationshipId: string,
  localDates: readonly string[],
): Promise<readonly DayTask[]> {
  return await listDayTasks(executorOf(em.fork()), relationshipId, localDates);
}

/** Violated invariants of any history, as sentences. */
export async function complaintsOf(
  em: SqlEntityManager,
  relationshipId: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ complaint: string }>`
    select 'open task on the closed day ' || task.local_date as complaint
    from agenda_task task join agenda_day day using (relationship_id, local_date)
    where relationship_id = ${relationshipId} and day.closed_at is not null
      and task.status in ('PENDING', 'IN_PROGRESS')
    union all
    select 'closed too early: ' || local_date from agenda_day
    where relationship_id = ${relationshipId} and closed_at is not null
      and (ends_at is null or closed_at < closes_at or closed_at < ends_at + interval '22 hours')
    union all
    select 'missed on the open day ' || task.local_date
    from agenda_task task join agenda_day day using (relationship_id, local_date)
    where relationship_id = ${relationshipId} and day.closed_at is null and task.status = 'MISSED'
    union all
    select 'the calendar is not at its newest day' from relationship_calendar calendar
    where relationship_id = ${relationshipId} and local_date <> (select max(local_date)
      from agenda_day day where day.relationship_id = calendar.relationship_id)
    union all
    select 'no look is planned for ' || day.local_date
    from agenda_day day join relationship_calendar calendar using (relationship_id)
    where relationship_id = ${relationshipId} and day.closed_at is null and day.look_at is null
      and day.local_date < calendar.local_date and calendar.next_day_at is not null
    union all
    select 'two closes of one task on ' || min(task.local_date)::text
    from agenda_task_event event join agenda_task task on task.id = event.task_id
    where task.relationship_id = ${relationshipId} and event.reason = 'DAY_CLOSED'
    group by event.task_id having count(*) > 1
  `.execute(em.fork().getKysely());
  return rows.map(({ complaint }) => complaint);
}

/** The sums of all days, for comparison with a rebuild. */
export async function sumsOf(em: SqlEntityManager, relationshipId: string) {
  const days = await em
    .fork()
    .find(AgendaDay, { relationshipId }, { orderBy: { localDate: "asc" } });
  return days.map((day) => ({
    localDate: day.localDate,
    version: day.projectionVersion,
    counts: [day.taskCount, day.completedCount, day.skippedCount, day.missedCount],
    adherence: [day.countedCount, day.doneCount, day.adherenceScore],
    checksum: day.agendaChecksum,
  }));
}

/** For each day the checksum of the answer, the digest of the device's slice and the stored value agree. */
export async function expectOneChecksum(
  em: SqlEntityManager,
  { relationshipId, deviceId }: { readonly relationshipId: string; readonly deviceId: string },
): Promise<void> {
  const fork = em.fork();
  const days = await fork.find(AgendaDay, { relationshipId }, { orderBy: { localDate: "asc" } });
  const dates = days.map(({ localDate }) => localDate);
  const tasks = Map.groupBy(await tasksOf(em, relationshipId, dates), ({ localDate }) => localDate);
  const slices = { names: [], days: dates, nearDays: false };
  const request = { relationshipId, deviceId, sinceSeq: null, receiptLimit: 1, slices };
  const snapshot = await findScopeSnapshot(fork, request);
  const digests = new Map(snapshot?.slices.map(({ slice, digest }) => [slice, digest]));
  const found = days.map(({ localDate, agendaChecksum: stored }) => {
    return { localDate, digest: digests.get(`agenda/${localDate}`), stored };
  });
  const wanted = dates.map(async (localDate) => {
    const notices = noticeRows(await readNotices(fork, { relationshipId, localDate }));
    const checksum = await agendaChecksum({ tasks: tasks.get(localDate) ?? [], notices });
    return { localDate, digest: checksum, stored: checksum };
  });
  expect(found).toEqual(await Promise.all(wanted));
}
