import type { Notices } from "../../contract/agenda/agenda-rows.ts";
import type { AgendaItemAnswer, AgendaTaskAnswer } from "../../contract/agenda/schema.ts";
import type { AgendaWarning, TodayAnswer } from "../../contract/agenda/today-schema.ts";
import { orderAgenda, reorderMsOf } from "../../contract/agenda/order.ts";
import type { AgendaTaskItem, SourcedTask } from "../../rules/agenda/agenda-task.ts";
import { sourceWarnings } from "../../rules/agenda/agenda-warnings.ts";
import { dayAfter, showSameTime, startOfLocalDay } from "../../rules/local-day.ts";
import { refetchAfter } from "../../rules/agenda/calendar/refetch-after.ts";
import { summariseDay } from "../../rules/agenda/summarise-day.ts";
import type { AgendaScope } from "../../db/agenda/queries.ts";

/** What today's answer is made of. */
export interface TodayFacts {
  readonly scope: AgendaScope;
  readonly localDate: string;
  /** Zone the device says it is in, or null. */
  readonly deviceTimezone: string | null;
  readonly tasks: readonly SourcedTask[];
  readonly notices: Notices;
  readonly agendaChecksum: string;
  /** The device holds this very agenda already. */
  readonly unchanged: boolean;
}

/** The agenda of a day in wire form (docs/rules.md#agenda-today). */
export function presentToday(facts: TodayFacts): TodayAnswer {
  const { scope, localDate, tasks, unchanged } = facts;
  const { agendaVersion, counters, adherence } = summariseDay(tasks);
  const presented = tasks.map(presentTask);
  const moment = {
    nowMs: scope.now.getTime(),
    pinnedTaskId: facts.notices.focusPin?.taskId ?? null,
  };
  const reorderMs = reorderMsOf(presented, moment);
  return {
    relationshipId: scope.relationshipId,
    localDate,
    timezone: scope.timezone,
    agendaVersion,
    agendaChecksum: facts.agendaChecksum,
    unchanged,
    ...(!unchanged && { tasks: orderAgenda(presented, moment) }),
    informationalCards: [...facts.notices.informationalCards],
    statusSummary: counters,
    adherenceSummary: adherence,
    offlineCache: cacheHints(localDate, scope),
    staleSourceWarnings: [...zoneWarnings(facts), ...sourceWarnings(tasks)],
    focusPin: facts.notices.focusPin,
    calendar: {
      localDate: scope.localDate,
      opened: localDate <= scope.localDate,
      nextDayAt: instant(scope.nextDayAt),
    },
    reorderAt: reorderMs === null ? null : new Date(reorderMs).toISOString(),
  };
}

/** One task with its items and the actions it offers at its present revision. */
function presentTask(task: SourcedTask): AgendaTaskAnswer {
  return {
    taskId: task.id,
    taskKind: task.taskKind,
    localDate: task.localDate,
    timezone: task.timezone,
    status: task.status,
    revision: task.revision,
    priority: task.priority,
    sortKey: task.sortKey,
    sourceKey: task.sourceKey,
    timeCritical: task.timeCritical,
    dependsOnSourceKey: task.dependsOnSourceKey,
    startsAt: instant(task.startsAt),
    dueAt: instant(task.dueAt),
    source: {
      context: task.sourceContext,
      type: task.sourceType,
      id: task.sourceId,
      revision: task.sourceRevision,
    },
    snapshot: task.snapshot,
    actionSchema: { taskId: task.id, taskRevision: task.revision, ...task.actionSchema },
    completionSummary: task.completionSummary,
    items: task.items.map(presentItem),
    generatedAt: task.generatedAt.toISOString(),
    changedAt: task.changedAt.toISOString(),
    completedAt: instant(task.completedAt),
    canceledAt: instant(task.canceledAt),
  };
}

function presentItem(item: AgendaTaskItem): AgendaItemAnswer {
  return {
    itemId: item.id,
    itemKind: item.itemKind,
    sourceItemKey: item.sourceItemKey,
    sortOrder: item.sortOrder,
    label: item.labelSnapshot,
    amount: item.amountSnapshot,
    inputSchema: item.inputSchema,
    bulkEligible: item.bulkEligible,
    status: item.status,
    revision: item.revision,
    completionSource: item.completionSource,
    completedAt: instant(item.completedAt),
    skippedAt: instant(item.skippedAt),
  };
}

function cacheHints(localDate: string, scope: AgendaScope): TodayAnswer["offlineCache"] {
  const { relationshipId, timezone, now } = scope;
  const next = dayAfter(localDate);
  return {
    prefetchDates: [localDate],
    refetchAfter: refetchAfter(relationshipId, scope, now).toISOString(),
    expiresAt: startOfLocalDay(dayAfter(next), timezone).toISOString(),
  };
}

function zoneWarnings({ deviceTimezone, scope }: TodayFacts): AgendaWarning[] {
  if (deviceTimezone === null || showSameTime(scope.now, deviceTimezone, scope.timezone)) return [];
  return [{ code: "TIMEZONE_DIFFERS", taskId: null }];
}

function instant(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}
