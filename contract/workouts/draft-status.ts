import { localStateOf, type ReportedVerdict } from "../sync/local-status.ts";

export type DraftStatus = (typeof DRAFT_STATUSES)[number];

/** Status of a draft on the phone that made it. */
export const DRAFT_STATUSES = [
  "LOCAL_IN_PROGRESS",
  "QUEUED_FOR_SYNC",
  "SYNCING",
  "ACCEPTED",
  "CONFLICTED",
  "DISCARDED",
] as const;

/** A step that changes a draft's status; recorded sets do not. */
export type DraftStep =
  | {
      readonly kind: "START" | "SUBMIT" | "CORRECT" | "DISCARD";
      readonly reported: ReportedVerdict;
    }
  /** Its conflict was resolved: its phone continues with the workout in force now. */
  | { readonly kind: "REFRESH" };

/**
 * The status of a draft on its phone (docs/rooms/workouts.md#draft-statuses). It follows from the phone's steps in
 * local order, with the result of each so far. An accepted submit stays accepted unless a correction of it is in
 * conflict.
 */
export function draftStatusOf(steps: readonly DraftStep[]): DraftStatus {
  return steps.reduce<Held>(next, { status: "LOCAL_IN_PROGRESS", counts: false }).status;
}

interface Held {
  readonly status: DraftStatus;
  /** One of its submits was accepted. */
  readonly counts: boolean;
}

function next(held: Held, step: DraftStep): Held {
  if (step.kind === "REFRESH")
    return held.status === "CONFLICTED" ? { ...held, status: restOf(held) } : held;
  const word = localStateOf(step.reported).localStatus;
  switch (step.kind) {
    case "SUBMIT":
      return submitted(held, word);
    case "START":
    case "CORRECT":
      return corrected(held, word);
    case "DISCARD":
      return word === "REJECTED" || held.status === "ACCEPTED"
        ? held
        : { ...held, status: held.counts ? "ACCEPTED" : "DISCARDED" };
  }
}

type Word = ReturnType<typeof localStateOf>["localStatus"];

const SUBMITTED_AS: Readonly<Record<Word, DraftStatus>> = {
  QUEUED: "QUEUED_FOR_SYNC",
  SYNCING: "SYNCING",
  ACCEPTED: "ACCEPTED",
  CONFLICTED: "CONFLICTED",
  // The draft stays editable, so that the client can correct it.
  REJECTED: "LOCAL_IN_PROGRESS",
};

function submitted(held: Held, word: Word): Held {
  if (word === "ACCEPTED") return { status: "ACCEPTED", counts: true };
  if (held.status === "DISCARDED") return held;
  // A further submit of an accepted session corrects it.
  return held.counts ? corrected(held, word) : { ...held, status: SUBMITTED_AS[word] };
}

function corrected(held: Held, word: Word): Held {
  if (held.status === "DISCARDED") return held;
  if (word === "CONFLICTED") return { ...held, status: "CONFLICTED" };
  return held.counts && word === "ACCEPTED" ? { ...held, status: "ACCEPTED" } : held;
}

function restOf({ counts }: Held): DraftStatus {
  return counts ? "ACCEPTED" : "LOCAL_IN_PROGRESS";
}
