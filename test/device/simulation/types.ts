import type { VerdictCode } from "../../../contract/sync/vocabulary.ts";
import type { Surface } from "../../../device/types.ts";
import type { PersonName } from "./server/types.ts";

/** One step of a history: plain data, so that a history without some of its steps can be played too. */
export type Step =
  /** The person acts on the nth task of the day. `again`: the app repeats the call under the same id. */
  | {
      readonly kind: "ENQUEUE";
      readonly act: ActName;
      readonly task: number;
      readonly again: boolean;
    }
  /** The person trains the nth workout, or goes on with the nth draft. */
  | {
      readonly kind: "TRAIN";
      readonly act: WorkoutActName;
      readonly task: number;
      readonly again: boolean;
    }
  /** A coach acts on the nth row of the inbox, or reviews a day. */
  | {
      readonly kind: "COACH_ACT";
      readonly act: CoachActName;
      readonly task: number;
      readonly again: boolean;
    }
  /** The person corrects the nth refused or waiting operation. */
  | { readonly kind: "RESUBMIT"; readonly nth: number }
  /** The person fills in the form of the day. */
  | {
      readonly kind: "FORM";
      readonly act: FormActName;
      readonly nth: number;
      readonly again: boolean;
    }
  | { readonly kind: "DISCARD"; readonly nth: number }
  | { readonly kind: "SYNC" | "REFRESH" | "RESTART" | "UPDATE" | "KILL" }
  | { readonly kind: "WAIT"; readonly ms: number }
  /** Kills the process around its nth effect from here: a write, a change of the vault or a request. */
  | { readonly kind: "KILL_AT"; readonly nth: number; readonly when: "BEFORE" | "AFTER" }
  | { readonly kind: "FAULTS"; readonly faults: readonly Fault[] }
  | { readonly kind: "CONNECTION"; readonly isUp: boolean }
  /** A proxy refuses larger bodies; null ends that. */
  | { readonly kind: "MOST_BYTES"; readonly bytes: number | null }
  | { readonly kind: "DISK"; readonly isFull: boolean }
  | { readonly kind: "CLOCK"; readonly days: number }
  | { readonly kind: "SIGN_IN"; readonly person: PersonName }
  | { readonly kind: "SIGN_OUT"; readonly isSure: boolean }
  /** The server answers the nth operation of the person from here on like this, twice. */
  | { readonly kind: "PROVISIONAL"; readonly code: VerdictCode }
  /** The newest waiting operation is malformed for the server, or makes it fail. */
  | { readonly kind: "UNREADABLE" | "CRASHING" }
  | { readonly kind: "ELSEWHERE"; readonly nth: number; readonly isSkip: boolean }
  | { readonly kind: "SERVER"; readonly event: ServerEvent; readonly person: PersonName };

export type ServerEvent =
  | "BACK_UP"
  | "RESTORE"
  | "PAUSE"
  | "RESUME"
  | "END"
  | "SUSPEND"
  | "REINSTATE"
  | "END_SESSIONS"
  | "REVOKE_DEVICES";

/** Acts of a person on a task. */
export const ACTS = [
  "COMPLETE",
  "COMPLETE_QUICKLY",
  "TICK",
  "TICK_ALL",
  "SKIP",
  "SKIP_QUICKLY",
  "VALUE",
  "START",
  "OPEN",
  "SNOOZE",
  "UNDO",
  "IMPORT",
] as const;
export type ActName = (typeof ACTS)[number];

/** Acts of a person on a workout. */
export const WORKOUT_ACTS = [
  "BEGIN",
  "SETS",
  "NOTE",
  "SKIP_EXERCISE",
  "ALTERNATIVE",
  "FINISH",
  "CORRECT",
  "GIVE_UP",
  "REFRESH",
  "DROP",
] as const;
export type WorkoutActName = (typeof WORKOUT_ACTS)[number];

/** Acts of a person on a form. */
export const FORM_ACTS = ["READ", "WRITE", "SAVE", "KEEP_MINE", "KEEP_THEIRS"] as const;
export type FormActName = (typeof FORM_ACTS)[number];

/** Numbers of the objects of another phone that are no tasks; smaller ones are those of tasks. */
export const ELSEWHERE = { WORKOUT: 5, FORM: 6 } as const;

/** Acts of a coach. */
export const COACH_ACTS = [
  "START",
  "RESOLVE",
  "REVIEW",
  "DISMISS",
  "SNOOZE",
  "UNSNOOZE",
  "UNDO",
  "PIN",
  "UNPIN",
  "REVIEW_DAY",
] as const;
export type CoachActName = (typeof COACH_ACTS)[number];

/** The app of a history. A third of them are of a coach, with readable rows and with sealed ones. */
export function surfaceOf(seed: number): Surface {
  return Math.floor(seed / 2) % 3 === 1 ? "COACH_MOBILE" : "CLIENT_MOBILE";
}

/**
 * Outcome of a request. A number is the status of a proxy, with a page of its own.
 * - NOT_SENT: there is no network, and the platform knows it. UNREACHABLE: it never arrives, and nobody knows that.
 * - DROPPED: it never arrives. LATE: it arrives after the phone gave up.
 * - ANSWER_LOST, CUT_OFF, TRUNCATED: it is carried out, and the answer gets lost, broken off, or halved.
 * - DOUBLED: it arrives twice. DOUBLED_LATE: once more, much later.
 * - SLOW: the answer takes some seconds.
 * - CAPTIVE: a portal answers 200 with its own page.
 * - BUSY: the server's own 503 with a pause. LIMITED: its 429.
 */
export type Fault =
  | "NONE"
  | "NOT_SENT"
  | "UNREACHABLE"
  | "DROPPED"
  | "LATE"
  | "ANSWER_LOST"
  | "CUT_OFF"
  | "TRUNCATED"
  | "DOUBLED"
  | "DOUBLED_LATE"
  | "SLOW"
  | "CAPTIVE"
  | "BUSY"
  | "LIMITED"
  | number;
