import type { TaskStatus } from "../../../../contract/agenda/vocabulary.ts";

/** A workout of a day. Coaches, closes and time change it, so the reference takes it as given. */
export interface ModelTask {
  readonly id: string;
  readonly localDate: string;
  status: TaskStatus;
  isLate: boolean;
  /** Milliseconds since the epoch; null while its day is open. */
  readonly closedAt: number | null;
}

/** A package; the reference takes it as given. */
export interface ModelPackage {
  readonly id: string;
  readonly taskId: string;
  readonly localDate: string;
  readonly expiresAt: number;
  readonly stopUse: boolean;
}

/** The state when a batch arrives. */
export interface Given {
  readonly now: number;
  /** The newest date that was opened. */
  readonly newestDate: string;
  readonly tasks: ReadonlyMap<string, ModelTask>;
  readonly packages: ReadonlyMap<string, ModelPackage>;
  /** Until when sessions may be corrected, by draft. */
  readonly correctableUntil: ReadonlyMap<string, number>;
}

/** Weights of sets by their keys. */
export type Sets = ReadonlyMap<string, number>;

/** An operation on a draft, in short form. */
export interface ModelOperation {
  readonly kind: "START" | "SETS" | "SUBMIT" | "CORRECT" | "DISCARD";
  readonly draft: string;
  readonly packageId: string;
  readonly revision: number;
  readonly begunAt: number;
  readonly sets: Sets;
}

/** A session as the reference has it. */
export interface ModelSession {
  status: "IN_PROGRESS" | "SUBMITTED" | "DISCARDED";
  readonly taskId: string;
  frozen: number;
  sets: Map<string, number>;
  /** Tasks of which it may have completed one; null stands for none. */
  credits: readonly (string | null)[];
  isExpired: boolean;
}

const CONFLICTS = new Set([
  "SNAPSHOT_SUPERSEDED",
  "TASK_CANCELED",
  "SESSION_ALREADY_SUBMITTED",
  "STALE_REVISION",
]);

/** Sessions and conflicts as they must be, after each operation. */
export interface WorkoutReference {
  readonly sessions: ReadonlyMap<string, ModelSession>;
  /** Kinds of open conflicts, by draft. */
  readonly conflicts: ReadonlyMap<string, string>;
  /** The verdict on an operation; also updates the given tasks. */
  judge(operation: ModelOperation, given: Given): string;
}

export function createWorkoutReference(): WorkoutReference {
  const sessions = new Map<string, ModelSession>();
  const conflicts = new Map<string, string>();
  /** The state when the batch came that raised a conflict, by draft. */
  const raisedIn = new Map<string, Given>();
  return {
    sessions,
    conflicts,
    judge(operation, given) {
      const verdict = verdictOn(sessions, operation, given);
      const { draft, kind } = operation;
      if (kind === "SETS") return verdict;
      // No phone of the model names the operation that it replaces, so only a discard ends a conflict that was open
      // before the batch.
      const mayEnd = kind === "DISCARD" || (kind !== "START" && raisedIn.get(draft) === given);
      if (verdict === "ACCEPTED" && mayEnd) conflicts.delete(draft);
      if (!CONFLICTS.has(verdict)) return verdict;
      if (!conflicts.has(draft)) raisedIn.set(draft, given);
      conflicts.set(draft, verdict);
      return verdict;
    },
  };
}

type Sessions = Map<string, ModelSession>;

function verdictOn(sessions: Sessions, operation: ModelOperation, given: Given): string {
  const { kind, draft, packageId } = operation;
  const pack = given.packages.get(packageId);
  if (pack === undefined) throw new Error("The phone has a package that was never issued");
  const task = given.tasks.get(pack.taskId);
  const isEarly = task === undefined && pack.localDate > given.newestDate;
  if (isEarly && (kind === "START" || kind === "SUBMIT")) return "DAY_NOT_OPEN";
  const session = sessions.get(draft);
  if (session?.status === "DISCARDED") return kind === "DISCARD" ? "ACCEPTED" : "SESSION_DISCARDED";
  const others = [...sessions].filter(([id, { taskId }]) => id !== draft && taskId === pack.taskId);
  const meets = { operation, given, pack, task, session, others: others.map(([, one]) => one) };
  switch (kind) {
    case "START":
      return start(sessions, meets);
    case "SETS":
      return logSets(sessions, meets);
    case "SUBMIT":
      return session?.status === "SUBMITTED" ? amend(meets) : submitFirst(sessions, meets);
    case "CORRECT":
      return session?.status === "SUBMITTED" ? amend(meets) : "SESSION_NOT_SUBMITTED";
    case "DISCARD":
      return discard(sessions, meets);
  }
}

interface Meets {
  readonly operation: ModelOperation;
  readonly given: Given;
  readonly pack: ModelPackage;
  readonly task: ModelTask | undefined;
  readonly session: ModelSession | undefined;
  /** Other sessions of the task. */
  readonly others: readonly ModelSession[];
}

function sessionOf(sessions: Sessions, { operation, pack, session }: Meets): ModelSession {
  const made: ModelSession = session ?? {
    status: "IN_PROGRESS",
    taskId: pack.taskId,
    frozen: 0,
    sets: new Map(),
    credits: [],
    isExpired: false,
  };
  sessions.set(operation.draft, made);
  return made;
}

/** Why no session of the task can be started or counted any more. */
function barred({ pack, task, others }: Meets): string | null {
  if (pack.stopUse) return "SNAPSHOT_SUPERSEDED";
  if (task?.status === "CANCELED") return "TASK_CANCELED";
  const isTaken = others.some(({ status }) => status === "SUBMITTED");
  return isTaken || task?.status === "COMPLETED" ? "SESSION_ALREADY_SUBMITTED" : null;
}

function start(sessions: Sessions, meets: Meets): string {
  const { operation, pack, task, session } = meets;
  if (session?.status === "SUBMITTED") return "ACCEPTED";
  if (pack.stopUse) return "SNAPSHOT_SUPERSEDED";
  if (session === undefined && operation.begunAt >= pack.expiresAt) return "PACKAGE_EXPIRED";
  const bar = barred(meets);
  if (bar !== null) return bar;
  sessionOf(sessions, meets);
  if (task?.status === "PENDING" && task.closedAt === null) task.status = "IN_PROGRESS";
  if (task?.status === "MISSED" && isInTime(task, operation)) task.isLate = true;
  return "ACCEPTED";
}

function isInTime({ closedAt }: ModelTask, { begunAt }: ModelOperation): boolean {
  return closedAt === null || begunAt < closedAt;
}

function logSets(sessions: Sessions, meets: Meets): string {
  if (meets.session?.status === "SUBMITTED") return "ACCEPTED";
  const { sets } = sessionOf(sessions, meets);
  for (const [key, weight] of meets.operation.sets) sets.set(key, weight);
  return "ACCEPTED";
}

function submitFirst(sessions: Sessions, meets: Meets): string {
  const { operation, given, pack, task } = meets;
  const bar = barred(meets);
  if (bar !== null) return bar;
  const session = sessionOf(sessions, meets);
  session.status = "SUBMITTED";
  session.frozen = operation.revision;
  session.sets = new Map(operation.sets);
  if (task === undefined || task.status === "SUPERSEDED") {
    const open = [...given.tasks.values()].filter(
      (other) =>
        other.localDate === pack.localDate &&
        (other.status === "PENDING" || other.status === "IN_PROGRESS" || other.status === "MISSED"),
    );
    const ids = open.filter((other) => isInTime(other, operation)).map(({ id }) => id);
    session.credits = ids.length === 0 ? [null] : ids;
    return "ACCEPTED";
  }
  session.isExpired = !isInTime(task, operation);
  session.credits = session.isExpired ? [null] : [task.id];
  if (session.isExpired) return "ACCEPTED";
  task.status = "COMPLETED";
  task.isLate = task.closedAt !== null;
  return "ACCEPTED";
}

/** A changed submit of a submitted session. */
function amend({ operation, given, session }: Meets): string {
  const { kind, draft, revision, sets } = operation;
  if (session === undefined) throw new Error("The session was not submitted");
  const isWhole = kind === "SUBMIT";
  if (isWhole && sameSets(session.sets, sets)) return "ACCEPTED";
  const until = given.correctableUntil.get(draft);
  // A session accepted in the same batch can still be corrected.
  if (until !== undefined && given.now >= until) return "CORRECTION_CLOSED";
  if (revision <= session.frozen) return "STALE_REVISION";
  session.frozen = revision;
  session.sets = new Map(isWhole ? sets : [...session.sets, ...sets]);
  return "ACCEPTED";
}

function sameSets(one: Sets, other: Sets): boolean {
  return one.size === other.size && [...one].every(([key, weight]) => other.get(key) === weight);
}

function discard(sessions: Sessions, meets: Meets): string {
  const { session, task, others } = meets;
  if (session?.status === "SUBMITTED") return "ACTION_NOT_OFFERED";
  const known = session !== undefined;
  const made = sessionOf(sessions, meets);
  made.status = "DISCARDED";
  made.sets = new Map();
  const isOpenElsewhere = others.some(({ status }) => status === "IN_PROGRESS");
  if (known && task?.status === "IN_PROGRESS" && !isOpenElsewhere) task.status = "PENDING";
  return "ACCEPTED";
}
