import type { Severity } from "../../../../contract/inbox/vocabulary.ts";
import type { CoachTask } from "../../../../db/inbox/coach-task.ts";
import type { ModelAct } from "./commands.ts";
import type { TableRow } from "./table.ts";

/** An event of a client, and whether it is still open and unseen. */
interface Happening {
  readonly key: string;
  readonly isPain: boolean;
  readonly severity: Severity;
  readonly acceptedAt: Date;
  /** The conversation of a message; null for a skip. */
  readonly conversationId: string | null;
  isInForce: boolean;
}

/** A run of changes by one device without changes by others in between. */
interface Run {
  from: number;
  to: number;
}

/** The state of a task as a coach's device knows it. */
export interface KnownByPhone {
  readonly revisions: Map<string, number>;
  readonly runs: Map<string, Run>;
}

/** The facts about the clients, and which of them coaches have seen, without reading the product's rows. */
export interface InboxTruth {
  readonly happenings: ReadonlyMap<string, Happening>;
  /** Records a final event; a repeated event changes nothing. */
  add(happening: Omit<Happening, "isInForce">): void;
  reply(conversationId: string): void;
  withdraw(key: string): void;
  /** A review covers what was accepted before an instant. */
  review(seenUntil: Date): void;
  /** Whether an event still needs a coach. A review covers skips, not messages. */
  wants(key: string): boolean;
}

/** A truth without any event. */
export function beginTruth(): InboxTruth {
  const happenings = new Map<string, Happening>();
  let reviewedUntil = new Date(0);
  return {
    happenings,
    add: (happening) => void happenings.set(happening.key, { ...happening, isInForce: true }),
    reply(conversationId) {
      for (const one of happenings.values())
        if (one.conversationId === conversationId) one.isInForce = false;
    },
    withdraw(key) {
      const one = happenings.get(key);
      if (one !== undefined) one.isInForce = false;
    },
    review(seenUntil) {
      if (seenUntil > reviewedUntil) reviewedUntil = seenUntil;
    },
    wants(key) {
      const one = happenings.get(key);
      if (one === undefined || !one.isInForce) return false;
      return one.conversationId !== null || one.acceptedAt >= reviewedUntil;
    },
  };
}

/** The state of a task, as far as the table needs it. */
export interface JudgedTask {
  readonly task: CoachTask;
  readonly now: Date;
  readonly isPaused: boolean;
  /** Its case has an open event, and no other task has it. */
  readonly isWanted: boolean;
  /** Another task of its case is unresolved. */
  readonly isOvertaken: boolean;
}

/** The table heading that applies to a task. */
function headingOf({ task: { status, snoozedUntil }, now }: JudgedTask): string {
  if (status !== "SNOOZED") return status;
  return snoozedUntil !== null && snoozedUntil <= now ? "snooze over" : "SNOOZED";
}

/** The table row of an act. */
function rowNameOf(act: ModelAct, state: JudgedTask, byUserId: string): string {
  const { task, isWanted, isOvertaken, now } = state;
  switch (act) {
    case "start":
      return isWanted ? "start" : "start, the source is done";
    case "snooze":
      return ["HIGH", "URGENT"].includes(task.severity) ? "snooze, of HIGH" : "snooze";
    case "pin":
      return task.pinPart > 0 ? "pin, pinned already" : "pin";
    case "undo": {
      if (task.closedByUserId !== byUserId) return "undo, of another coach";
      const isLate = task.closedAt === null || now.getTime() - task.closedAt.getTime() >= 600_000;
      if (isLate) return "undo, after ten minutes";
      return isWanted && !isOvertaken ? "undo" : "undo, the source is done";
    }
    default:
      return act;
  }
}

/** The outcome of an act by the table: the code of the refusal, or null if it is accepted. */
export function predicted(
  table: readonly TableRow[],
  act: ModelAct,
  { state, byUserId }: { readonly state: JudgedTask; readonly byUserId: string },
): string | null {
  if (state.isPaused) return "RELATIONSHIP_INACTIVE";
  const name = rowNameOf(act, state, byUserId);
  const cell = table.find(({ event }) => event === name)?.[headingOf(state)];
  if (cell === undefined) throw new Error(`The table has no row ${name}`);
  return /^[A-Z]+_[A-Z_]+$/.test(cell) && cell !== "IN_PROGRESS" ? cell : null;
}

/** Whether a device with this knowledge knows the current task, apart from its own changes. */
export function isCurrent(
  { revisions, runs }: KnownByPhone,
  taskId: string,
  revision: number,
): boolean {
  const seen = revisions.get(taskId) ?? 0;
  const run = runs.get(taskId);
  if (seen === revision) return true;
  return run !== undefined && run.to === revision && seen >= run.from && seen <= revision;
}

/** Records that a device changed a task itself. */
export function noteOwnChange(
  { runs }: KnownByPhone,
  taskId: string,
  before: number,
  after: number,
) {
  if (after === before) return;
  const run = runs.get(taskId);
  if (run !== undefined && run.to === before) run.to = after;
  else runs.set(taskId, { from: before, to: after });
}
