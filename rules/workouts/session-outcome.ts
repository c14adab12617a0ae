import type { PayloadFaultKind } from "../../contract/payload-fault.ts";
import type { VerdictCode } from "../../contract/sync/vocabulary.ts";
import type { WorkoutIntent } from "../../contract/workouts/session-schema.ts";
import type { TaskState } from "../quick-log/types.ts";
import type { IssuedPackage, SessionMoment, WorkoutSession } from "./workout-session.ts";

/** The session after an operation, with its effect on a task; or a refusal by code. */
export type SessionOutcome =
  | { readonly kind: "DONE"; readonly session: WorkoutSession; readonly move: TaskMove | null }
  | SessionRefusal;

/** The data for deciding an operation on a session. */
export interface SessionView {
  readonly session: WorkoutSession | undefined;
  /** The named package. */
  readonly pack: IssuedPackage | undefined;
  /** The named task; undefined if it was never made. */
  readonly task: TaskState | undefined;
  /** For a submit: its task has adopted another workout than the package's. */
  readonly isRenewed: boolean;
  /** Workouts of the package's day, in the order of the agenda. */
  readonly dayTasks: readonly TaskState[];
  /** Other sessions of the named task. */
  readonly others: readonly WorkoutSession[];
  /** Lineage of the phone whose draft is in conflict under the session's id; null without a conflict. */
  readonly refusedFor: string | null;
}

/** The session that counts: the draft's own, or another of its task. */
export function countedSession({ session, others }: SessionView): WorkoutSession | undefined {
  const own = session === undefined ? [] : [session];
  return [...others, ...own].find(({ status }) => status === "SUBMITTED");
}

/** An operation of one type, with the data for deciding it. */
export interface SessionCase<Kind extends WorkoutIntent["kind"] = WorkoutIntent["kind"]> {
  readonly view: SessionView;
  /** The package issued for the named task. */
  readonly pack: IssuedPackage;
  readonly payload: Extract<WorkoutIntent, { readonly kind: Kind }>["payload"];
  readonly moment: SessionMoment;
  /** Id of the session, if it is created. */
  readonly newId: string;
}

/** The effect of a session on its task. */
export interface TaskMove {
  readonly taskId: string;
  readonly to: "IN_PROGRESS" | "COMPLETED" | "PENDING";
}

export interface SessionRefusal {
  readonly kind: "REFUSED";
  readonly code: VerdictCode;
  readonly pointer?: string;
  /** The fault there, with `PAYLOAD_INVALID`. */
  readonly fault?: PayloadFaultKind;
  /** Last submitted or corrected revision, if the operation is stale. */
  readonly latestRevision?: number;
}

/** A refusal by code. */
export function refused(code: VerdictCode, more: Partial<SessionRefusal> = {}): SessionRefusal {
  return { ...more, kind: "REFUSED", code };
}

/** Accepted; an unchanged session is the same object. */
export function done(session: WorkoutSession, move: TaskMove | null = null): SessionOutcome {
  return { kind: "DONE", session, move };
}
