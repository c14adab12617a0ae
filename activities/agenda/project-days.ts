import { listDayTaskStates } from "../../db/agenda/list-day-task-states.ts";
import { listNoticeRows } from "../../db/agenda/notices/queries.ts";
import { dayKey, type RelationshipDay } from "../../db/agenda/queries.ts";
import { upsertDays, type ProjectedDay } from "../../db/agenda/upsert-days.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { agendaChecksum } from "../../rules/agenda/agenda-checksum.ts";
import { summariseDay } from "../../rules/agenda/summarise-day.ts";
import { digestOfIds } from "./calendar/planned-task.ts";

/**
 * Recomputes the sums of some days from their tasks, cards and pins. Nothing is incremented, so it is safe to repeat.
 * Three statements for any number of days, each named once. The caller holds the scopes' locks.
 */
export async function projectDays(
  tx: Tx,
  days: readonly RelationshipDay[],
  now: Date,
): Promise<void> {
  if (days.length === 0) return;
  const states = Map.groupBy(await listDayTaskStates(tx, days), dayKey);
  const notices = Map.groupBy(await listNoticeRows(tx, days), dayKey);
  const projected = days.map(async (day): Promise<ProjectedDay> => {
    const tasks = states.get(dayKey(day)) ?? [];
    const { agendaVersion, counters, sums } = summariseDay(tasks);
    return {
      relationshipId: day.relationshipId,
      localDate: day.localDate,
      projectionVersion: agendaVersion,
      taskCount: counters.taskCount,
      completedCount: counters.completedCount,
      skippedCount: counters.skippedCount,
      missedCount: counters.missedCount,
      agendaChecksum: await agendaChecksum(
        { tasks, notices: notices.get(dayKey(day)) ?? [] },
        digestOfIds,
      ),
      countedCount: sums.countedCount,
      doneCount: sums.doneCount,
      adherenceScore: sums.score,
    };
  });
  await upsertDays(tx, await Promise.all(projected), now);
}
