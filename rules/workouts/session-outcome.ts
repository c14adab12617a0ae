import type { PayloadFaultKind } from "../../contract/payload-fault.ts";
import type { VerdictCode } from "../../contract/sync/vocabulary.ts";
import type { WorkoutIntent } from "../../contract/workouts/session-schema.ts";
import type { TaskState } from "../quick-log/quick-log-state.ts";
import type { IssuedPackage, SessionMoment, WorkoutSession } from "./session-state.ts";

/** What an operation on a session may look at. */
export interface SessionView {
  readonly session: WorkoutSession | undefined;
  /** The package that the operation names. */
  readonly pack: IssuedPackage | undefined;
  /** The task that it names; undefined of one that was never made. */
  readonly task: TaskState | undefined;
  /** Of a submit: its task took another workout over than the package says. */
  readonly isRenewed: boolean;
  /** Workouts of the package's day, in the order of the agenda. */
  readonly dayTasks: readonly TaskState[];
  /** Other sessions of the named task. */
  readonly others: readonly WorkoutSession[];
  /** Lineage of the phone whose draft stands in conflict under the session's id; null without a conflict. */
  readonly refusedFor: string | null;
}

/** The session that counts: the draft's own, or another of its task. */
export function countedSession({ session, others }: SessionView): WorkoutSession | undefined {
  const own = session === undefined ? [] : [session];
  return [...others, ...own].find(({ status }) => status === "SUBMITTED");
}

/** An operation of one type, with what it looks at. */
export interface SessionCase<Kind extends WorkoutIntent["kind"] = WorkoutIntent["kind"]> {
  readonly view: SessionView;
  /** Of the package, which was issued for the task that is named. */
  readonly pack: IssuedPackage;
  readonly payload: Extract<WorkoutIntent, { readonly kind: Kind }>["payload"];
  readonly moment: SessionMoment;
  /** Id of the session, should it be made. */
  readonly newId: string;
}

/** What is done to a task because of its session. */
export interface TaskMove {
  readonly taskId: string;
  readonly to: "IN_PROGRESS" | "COMPLETED" | "PENDING";
}

export interface SessionRefusal {
  readonly kind: "REFUSED";
  readonly code: VerdictCode;
  readonly pointer?: string;
  /** What is wrong there, where the code is `PAYLOAD_INVALID`. */
  readonly fault?: PayloadFaultKind;
  /** Of the session as it was frozen last, for a stale one. */
  readonly latestRevision?: number;
}

/** The session after an operation, and what it does to a task; or a refusal by code. */
export type SessionOutcome =
  | { readonly kind: "DONE"; readonly session: WorkoutSession; readonly move: TaskMove | null }
  | SessionRefusal;

/** A refusal by code. */
export function refused(code: VerdictCode, more: Partial<SessionRefusal> = {}): SessionRefusal {
  return { ...more, kind: "REFUSED", code };
}

/** Accepted; a session that stays as it is, is the same object. */
export function done(session: WorkoutSession, move: TaskMove | null = null): SessionOutcome {
  return { kind: "DONE", session, move };
}
