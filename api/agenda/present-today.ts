import { orderAgenda, reorderMsOf } from "../../contract/agenda/order-agenda.ts";
import type { AgendaWarning, CarryOver, TodayAnswer } from "../../contract/agenda/today-schema.ts";
import { WITHDRAWN_TASK_STATUSES, type TaskStatus } from "../../contract/agenda/vocabulary.ts";
import type { AgendaRow, AgendaScope, OrderFacts } from "../../db/agenda/today/queries.ts";
import type { ScopeChanged } from "../../db/platform/scopes/changes-since.ts";
import { agendaChecksum } from "../../rules/agenda/agenda-checksum.ts";
import { sourceWarnings } from "../../rules/agenda/source-warnings.ts";
import { refetchAfter } from "../../rules/agenda/calendar/refetch-after.ts";
import { agedFrom, holdsUntil } from "../../rules/agenda/holds-until.ts";
import { summariseDay } from "../../rules/agenda/summarise-day.ts";
import { dayAfter, showSameTime, startOfLocalDay } from "../../rules/local-day.ts";
import { checksumOfEpoch } from "../../rules/sync/judge-after-restore.ts";
import { sha256 } from "../sha256.ts";
import { joinObjects } from "../text-answer.ts";

/** The agenda of a day in wire form (docs/rooms/agenda.md#today): text built by the database is inserted unchanged. */
export async function presentToday(day: AgendaRow, request: TodayRequest): Promise<PresentedToday> {
  const { localDate, timezone, relationshipId, now } = day;
  const tasks = day.facts;
  const judged = tasks.map((task, place) => ({ ...task, ...judgedBy(day, place) }));
  const { agendaVersion, counters, adherence } = summariseDay(judged);
  const checksum = await checksumOfDay(day, tasks);
  const unchanged = request.knownChecksum === checksum;
  const moment = { nowMs: now.getTime(), pinnedTaskId: day.focusPin?.taskId ?? null };
  const reorderMs = reorderMsOf(tasks, moment);
  const next = nextStep(day);
  const again = refetchAfter(relationshipId, calendarOf(day), now);
  const made: MadeHere = {
    relationshipId,
    localDate,
    timezone,
    agendaVersion,
    agendaChecksum: checksum,
    unchanged,
    statusSummary: counters,
    adherenceSummary: adherence,
    offlineCache: {
      prefetchDates: [localDate],
      refetchAfter: again.toISOString(),
      expiresAt: startOfLocalDay(dayAfter(dayAfter(localDate)), timezone).toISOString(),
    },
    staleSourceWarnings: [
      ...zoneWarnings(day, request),
      ...sourceWarnings(judged.map((task) => ({ ...task, id: task.taskId }))),
    ],
    focusPin: day.focusPin,
    calendar: {
      localDate: day.presentDate,
      opened: localDate <= day.presentDate,
      nextDayAt: day.nextDayAt === null ? null : day.nextDayAt.toISOString(),
    },
    reorderAt: reorderMs === null ? null : new Date(reorderMs).toISOString(),
    carryOver: next.carryOver,
    removedTaskIds: removedIds(tasks, day.changes),
    nextCursor: request.nextCursor,
  };
  const places = new Map(tasks.map(({ taskId }, place) => [taskId, place]));
  const inOrder = orderAgenda(tasks, moment).map(({ taskId }) =>
    wholeTask(day, places.get(taskId)),
  );
  const parts = [
    ...(unchanged ? [] : [`"tasks":[${inOrder.join(",")}]`]),
    `"informationalCards":${day.cards ?? "[]"}`,
  ];
  const json = `{${parts.join(",")},${JSON.stringify(made).slice(1)}`;
  const { deviceTimezone, cursorAt } = request;
  const until = holdsUntil({
    now,
    refetchAfter: again,
    nextDayAt: day.nextDayAt,
    reorderMs: [reorderMs, next.reorderMs],
    zones: deviceTimezone === null ? [] : [deviceTimezone, timezone],
    aged: [agedFrom(cursorAt), agedFrom(day.restoredAt)],
  });
  return { json, until };
}

/** A device's request in addition to the day. */
export interface TodayRequest {
  /** Zone reported by the device, or null. */
  readonly deviceTimezone: string | null;
  /** Checksum of the device's stored agenda, or null. */
  readonly knownChecksum: string | null;
  /** When the received cursor was issued; null without one. */
  readonly cursorAt: Date | null;
  /** The cursor for the next request. */
  readonly nextCursor: string;
}

/** Today's answer as JSON, and until when it is valid. */
export interface PresentedToday {
  readonly json: string;
  readonly until: Date;
}

/** The part of the answer that does not come from the database as text. */
type MadeHere = Omit<TodayAnswer, "tasks" | "informationalCards">;

/** The calendar of a scope as the rules see it. */
function calendarOf({ presentDate: localDate, timezone, nextDayAt }: AgendaScope) {
  return { localDate, timezone, nextDayAt };
}

/** Checksum of a day as sent to devices. */
export async function checksumOfDay(
  day: AgendaScope & Pick<AgendaRow, "cardRows" | "focusPin">,
  tasks: readonly Pick<OrderFacts, "taskId" | "revision">[],
): Promise<string> {
  const { cardRows, focusPin } = day;
  const rows = tasks.map(({ taskId: id, revision }) => ({ id, revision }));
  const pins = focusPin === null ? [] : [{ id: focusPin.pinId, revision: focusPin.revision }];
  const notices = [...(cardRows ?? []), ...pins];
  return checksumOfEpoch(day, await agendaChecksum({ tasks: rows, notices }, sha256));
}

/** Changed tasks that their source canceled or that others replaced. */
export function removedIds(
  tasks: readonly Pick<OrderFacts, "taskId" | "status">[],
  changes: readonly ScopeChanged[],
): string[] {
  const changed = new Set(changes.map(({ id }) => id));
  const withdrawn: readonly TaskStatus[] = WITHDRAWN_TASK_STATUSES;
  return tasks
    .filter(({ taskId, status }) => changed.has(taskId) && withdrawn.includes(status))
    .map(({ taskId }) => taskId);
}

/** Whether clocks of the device's zone and of the relationship's zone differ. */
export function zonesDiffer(
  { now, timezone }: Pick<AgendaScope, "now" | "timezone">,
  deviceTimezone: string | null,
): boolean {
  return deviceTimezone !== null && !showSameTime(now, deviceTimezone, timezone);
}

function zoneWarnings(day: AgendaRow, { deviceTimezone }: TodayRequest): AgendaWarning[] {
  return zonesDiffer(day, deviceTimezone) ? [{ code: "TIMEZONE_DIFFERS", taskId: null }] : [];
}

function judgedBy({ facts, judgedBy: judged, notOffered }: AgendaRow, place: number) {
  const known = judged[place];
  if (known === undefined)
    throw new Error(`Only ${judged.length} of ${facts.length} tasks are judged`);
  return { ...known, notOffered };
}

/** Joins the two objects that the database built of a task. */
function wholeTask({ factTexts, furtherTexts }: AgendaRow, place = -1): string {
  const [own, more] = [factTexts[place], furtherTexts[place]];
  if (own === undefined || more === undefined)
    throw new Error("One of the two texts of a task is missing");
  return joinObjects(own, more);
}

/** The open tasks of the oldest open past day, and when their order changes next. */
function nextStep({ oldestOpenDay, now }: AgendaRow): {
  readonly carryOver: CarryOver | null;
  readonly reorderMs: number | null;
} {
  if (oldestOpenDay === null) return { carryOver: null, reorderMs: null };
  const { localDate, closesAt, tasks, pinnedTaskId } = oldestOpenDay;
  const moment = { nowMs: now.getTime(), pinnedTaskId };
  const [first] = orderAgenda(tasks, moment);
  if (first === undefined) return { carryOver: null, reorderMs: null };
  const { taskId: firstTaskId } = first;
  const carryOver = { localDate, taskCount: tasks.length, firstTaskId, closesAt };
  return { carryOver, reorderMs: reorderMsOf(tasks, moment) };
}
