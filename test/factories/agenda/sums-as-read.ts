import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { presentSummary } from "../../../api/agenda/present-summary.ts";
import type { OverviewItem } from "../../../contract/agenda/overview-schema.ts";
import type { AgendaCounters } from "../../../contract/agenda/schema.ts";
import { getRelationshipAdherence } from "../../../db/agenda/adherence/queries.ts";
import { AgendaDay } from "../../../db/agenda/agenda-day.ts";
import { listDayTaskStates } from "../../../db/agenda/list-day-task-states.ts";
import { listDayStates, listDayTasks } from "../../../db/agenda/queries.ts";
import { listOverview } from "../../../db/agenda/overview/queries.ts";
import { listSummaryDays } from "../../../db/agenda/summary/queries.ts";
import { findAgenda } from "../../../db/agenda/today/queries.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
import { Relationship } from "../../../db/relationships/relationship.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { openCountOf, percentOf, summariseDay } from "../../../rules/agenda/summarise-day.ts";
import { adherenceOf } from "../../../rules/agenda/adherence.ts";
import { signInOf } from "./read-notices.ts";

/** The sums of a day by one reader: how many tasks count, how many of them are done, and the whole percent. */
export type SumsAsRead = readonly [counted: number, done: number, percent: number | null];

/** The adherence of a relationship's day by every reader, which must agree. The stored sums need settlement first. */
export async function sumsAsRead(
  em: SqlEntityManager,
  { relationshipId, localDate }: { readonly relationshipId: string; readonly localDate: string },
): Promise<Readonly<Record<string, SumsAsRead>>> {
  const fork = em.fork();
  const executor = executorOf(fork);
  const day = await fork.findOneOrFail(AgendaDay, { relationshipId, localDate });
  const adherence = await getRelationshipAdherence(fork, { relationshipId, dates: 28 });
  const summary = await listSummaryDays(fork, { relationshipId, from: localDate, to: localDate });
  const [shown] = presentSummary(summary, adherence, {}).days;
  const today = await findAgenda(fork, {
    ...(await signInOf(fork, relationshipId)),
    date: localDate,
    sinceSeq: null,
  });
  if (shown === undefined || today === null) throw new Error("The day was not opened");
  const { notOffered } = today;
  const facts = today.facts.map((task, place) => {
    const skipReasons = today.judgedBy[place]?.skipReasons ?? [];
    return { ...task, skipReasons, notOffered };
  });
  const stored = { score: Number(day.adherenceScore), countedCount: day.countedCount };
  return {
    stored: [day.countedCount, day.doneCount, percentOf(stored)],
    settlement: sumsOf(await listDayTaskStates(fork, [{ relationshipId, localDate }])),
    tasks: sumsOf(await listDayTasks(executor, relationshipId, [localDate])),
    actions: sumsOf(await listDayStates(executor, { relationshipId, localDate, taskId: newId() })),
    today: sumsOf(facts),
    coach: readSums(shown.adherence),
  };
}

/** Tasks of a day as counted by one reader: planned, open, completed, skipped and missed. */
export type CountsAsRead = readonly [
  asked: number,
  open: number,
  completed: number,
  skipped: number,
  missed: number,
];

/** The task counts of a day by every reader. The stored counts need settlement first. */
export async function countsAsRead(
  em: SqlEntityManager,
  { relationshipId, localDate }: { readonly relationshipId: string; readonly localDate: string },
): Promise<Readonly<Record<string, CountsAsRead>>> {
  const fork = em.fork();
  const executor = executorOf(fork);
  const { workspaceId } = await fork.findOneOrFail(Relationship, { id: relationshipId });
  const whole = { date: localDate, buckets: null, coachUserId: null, afterId: null, limit: 500 };
  const clients = await listOverview(fork, { workspaceId, ...whole });
  // An ended relationship has no overview.
  const counters = clients.find(({ id }) => id === relationshipId)?.counters ?? null;
  const summary = await listSummaryDays(fork, { relationshipId, from: localDate, to: localDate });
  const adherence = await getRelationshipAdherence(fork, { relationshipId, dates: 28 });
  const [shown] = presentSummary(summary, adherence, {}).days;
  const day = adherence.days.find((each) => each.localDate === localDate);
  const today = await findAgenda(fork, {
    ...(await signInOf(fork, relationshipId)),
    date: localDate,
    sinceSeq: null,
  });
  if (shown === undefined || day === undefined || today === null)
    throw new Error("The day was not opened");
  const skipReasons: readonly [] = [];
  const facts = today.facts.map((task) => ({ ...task, skipReasons, notOffered: false }));
  return {
    stored: storedCounts(day),
    ...(counters !== null && { overview: storedCounts(counters) }),
    settlement: counted(await listDayTaskStates(fork, [{ relationshipId, localDate }])),
    tasks: counted(await listDayTasks(executor, relationshipId, [localDate])),
    today: counted(facts),
    coach: countsOf(shown.counters),
  };
}

const countsOf = (counters: AgendaCounters): CountsAsRead => {
  const { taskCount, openCount, completedCount, skippedCount, missedCount } = counters;
  return [taskCount, openCount, completedCount, skippedCount, missedCount];
};

const counted = (tasks: Parameters<typeof summariseDay>[0]) =>
  countsOf(summariseDay(tasks).counters);

/** The number of open tasks is not stored, because it follows from the others. */
const storedCounts = (stored: NonNullable<OverviewItem["counters"]>): CountsAsRead =>
  countsOf({ ...stored, openCount: openCountOf(stored), pendingCount: 0, inProgressCount: 0 });

const readSums = ({
  countedCount,
  completedCount,
  adherencePercent,
}: ReturnType<typeof summariseDay>["adherence"]): SumsAsRead => [
  countedCount,
  completedCount,
  adherencePercent,
];

const sumsOf = (tasks: Parameters<typeof summariseDay>[0]) =>
  readSums(summariseDay(tasks).adherence);

/** Finished tasks whose newest history entry has another score than the task. */
export async function misreadHistories(
  em: SqlEntityManager,
  { relationshipId, localDates }: { relationshipId: string; localDates: readonly string[] },
) {
  const fork = em.fork();
  const tasks = await listDayTasks(executorOf(fork), relationshipId, localDates);
  const { rows } = await sql<{ taskId: string; score: number; counts: boolean }>`
    select distinct on (task_id) task_id as "taskId", (metadata ->> 'score')::float8 as score,
      (metadata ->> 'counts')::boolean as counts
    from agenda_task_event
    where relationship_id = ${relationshipId} and metadata ? 'score' and from_status is not null
    order by task_id, occurred_at desc, id desc
  `.execute(fork.getKysely());
  const history = new Map(rows.map(({ taskId, ...entry }) => [taskId, entry]));
  return tasks.flatMap((task) => {
    if (!["COMPLETED", "SKIPPED", "MISSED"].includes(task.status)) return [];
    const [is, says] = [adherenceOf(task), history.get(task.id)];
    const agree = says?.score === is.score && says.counts === is.counts;
    return agree ? [] : [{ status: task.status, summary: task.completionSummary, is, says }];
  });
}
