import type { CompletionEvent, DailySummaryAnswer } from "../../contract/agenda/summary-schema.ts";
import { ADHERENCE_DATES } from "../../contract/agenda/adherence/vocabulary.ts";
import { TASK_EXPLANATIONS } from "../../contract/agenda/explanation-vocabulary.ts";
import type { TaskKind } from "../../contract/agenda/kinds/task-definitions.ts";
import type { TaskStatus } from "../../contract/agenda/vocabulary.ts";
import type { RelationshipAdherence } from "../../db/agenda/adherence/queries.ts";
import type {
  SummaryDayRow,
  SummaryEventRow,
  SummaryTaskRow,
} from "../../db/agenda/summary/queries.ts";
import { adherenceTrend } from "../../rules/agenda/adherence-trend.ts";
import { explainTask, sourceOfEvent } from "../../rules/agenda/explain-task.ts";
import { compareTasks } from "../../contract/agenda/order-agenda.ts";
import { summariseDay } from "../../rules/agenda/summarise-day.ts";

/** The summary of some days in wire form (docs/rooms/agenda.md#coach-summary). */
export function presentSummary(
  days: readonly SummaryDayRow[],
  { limits, through, days: summed, nextCheckIn }: RelationshipAdherence,
  filter: SummaryFilter,
): Omit<DailySummaryAnswer, "relationshipId"> {
  const over = (dates: number) =>
    through === null ? null : adherenceTrend(summed, { through, dates }, limits);
  return {
    days: days.map((day) => presentDay(day, filter)),
    nextCheckIn,
    rollUps: { days7: over(ADHERENCE_DATES.SHORT), days28: over(ADHERENCE_DATES.LONG) },
  };
}

type SummaryDay = DailySummaryAnswer["days"][number];

/** The tasks to show; all of them without a filter. */
export interface SummaryFilter {
  readonly taskKind?: readonly TaskKind[] | undefined;
  readonly status?: readonly TaskStatus[] | undefined;
}

function presentDay(
  { tasks, relationshipEndedAt, ...day }: SummaryDayRow,
  filter: SummaryFilter,
): SummaryDay {
  const { notOffered } = day;
  const { agendaVersion, counters, adherence } = summariseDay(
    tasks.map((task) => ({ ...task, notOffered })),
  );
  const wanted = tasks.filter((task) => isWanted(task, filter)).toSorted(inOrder);
  return {
    ...day,
    agendaVersion,
    counters,
    adherence,
    tasks: wanted.map((task) => presentTask(task, { notOffered, relationshipEndedAt })),
  };
}

function isWanted({ taskKind, status }: SummaryTaskRow, filter: SummaryFilter): boolean {
  return (filter.taskKind?.includes(taskKind) ?? true) && (filter.status?.includes(status) ?? true);
}

/** The scheduled order; a pin or a critical hour does not matter here. */
function inOrder(one: SummaryTaskRow, other: SummaryTaskRow): number {
  return compareTasks(asScheduled(one), asScheduled(other), { nowMs: 0, pinnedTaskId: null });
}

function asScheduled({ id: taskId, ...task }: SummaryTaskRow) {
  return { ...task, taskId, timeCritical: false, dependsOnSourceKey: null };
}

function presentTask(
  row: SummaryTaskRow,
  day: Pick<SummaryDayRow, "notOffered" | "relationshipEndedAt">,
): SummaryDay["tasks"][number] {
  const { id: taskId, skipReasons: _reasons, ...shown } = row;
  const { lateEvidence: cameLate, events, ...task } = shown;
  const code = explainTask({ ...row, ...day });
  return {
    taskId,
    ...task,
    cameLate,
    explanation: code === null ? null : { code, sentence: TASK_EXPLANATIONS[code] },
    completionEvents: events.map(presentEvent),
  };
}

function presentEvent(event: SummaryEventRow): CompletionEvent {
  const { byDevice: _byDevice, ...shown } = event;
  return { ...shown, source: sourceOfEvent(event) };
}
