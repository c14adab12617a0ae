import { localStateOf, type ToldOfOperation } from "../sync/local-status.ts";

/** What a draft is to the phone that made it. */
export const DRAFT_STATUSES = [
  "LOCAL_IN_PROGRESS",
  "QUEUED_FOR_SYNC",
  "SYNCING",
  "ACCEPTED",
  "CONFLICTED",
  "DISCARDED",
] as const;
export type DraftStatus = (typeof DRAFT_STATUSES)[number];

/** What moves a draft: of what is told of it bit by bit nothing does. */
export type DraftStep =
  | { readonly kind: "START" | "SUBMIT" | "CORRECT" | "DISCARD"; readonly told: ToldOfOperation }
  /** Its conflict was resolved so that its phone goes on with what is asked for now. */
  | { readonly kind: "REFRESH" };

/**
 * The phone's word for a draft (docs/rules.md#workout-draft-statuses), from the steps that it holds of it, in their local
 * order, with what each was told so far. An accepted submit stays accepted unless a correction of it is in conflict.
 */
export function draftStatusOf(steps: readonly DraftStep[]): DraftStatus {
  return steps.reduce<Held>(next, { status: "LOCAL_IN_PROGRESS", counts: false }).status;
}

interface Held {
  readonly status: DraftStatus;
  /** A submit of it was accepted. */
  readonly counts: boolean;
}

function next(held: Held, step: DraftStep): Held {
  if (step.kind === "REFRESH")
    return held.status === "CONFLICTED" ? { ...held, status: restOf(held) } : held;
  const word = localStateOf(step.told).localStatus;
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
  // It stays to be mended.
  REJECTED: "LOCAL_IN_PROGRESS",
};

function submitted(held: Held, word: Word): Held {
  if (word === "ACCEPTED") return { status: "ACCEPTED", counts: true };
  if (held.status === "DISCARDED") return held;
  // What counts already is corrected by another submit.
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
