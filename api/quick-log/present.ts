import type { AdmittedBatch } from "../../activities/sync/admission/admission.ts";
import type { QuickLogHistoryItem } from "../../contract/quick-log/schema.ts";
import type { HistoryRow } from "../../db/quick-log/queries.ts";
import type { DayTask, StoredTask } from "../../rules/agenda/agenda-task.ts";
import { summariseDay } from "../../rules/agenda/summarise-day.ts";
import { adherenceDelta } from "../../rules/quick-log/adherence-delta.ts";

/** The answer of a single action: receipt, task, and the day it belongs to. */
export function presentAction(taskId: string, admitted: AdmittedBatch<readonly StoredTask[]>) {
  const [receipt] = admitted.results;
  if (receipt === undefined) throw new Error("One operation has one result");
  const task = admitted.extra.find(({ id }) => id === taskId);
  const day = summariseDay(admitted.extra);
  return {
    receipt,
    task: task === undefined ? null : presentTaskState(task),
    adherenceSummary: day.adherence,
    counters: day.counters,
    agendaVersion: day.agendaVersion,
  };
}

/** A task as an answer shows it beside a verdict. */
export function presentTaskState(task: DayTask) {
  return {
    taskId: task.id,
    localDate: task.localDate,
    status: task.status,
    revision: task.revision,
    snoozedUntil: task.snoozedUntil?.toISOString() ?? null,
    completionSummary: task.completionSummary,
    items: task.items.map(({ id, status, revision }) => ({ itemId: id, status, revision })),
  };
}

/** An operation of the history, with what it counts for in its day; what was refused counts for nothing. */
export function presentHistoryItem({ effects, ...row }: HistoryRow): QuickLogHistoryItem {
  if (effects === null) return { ...row, adherence: [] };
  const { deltaType, scoreDelta } = adherenceDelta(effects);
  return { ...row, adherence: [{ deltaType, scoreDelta }] };
}
