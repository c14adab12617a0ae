import { localStateOf, type ReportedVerdict } from "../sync/local-state.ts";

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
  return steps.reduce<DraftState>(next, { status: "LOCAL_IN_PROGRESS", counts: false }).status;
}

interface DraftState {
  readonly status: DraftStatus;
  /** One of its submits was accepted. */
  readonly counts: boolean;
}

function next(state: DraftState, step: DraftStep): DraftState {
  if (step.kind === "REFRESH")
    return state.status === "CONFLICTED" ? { ...state, status: restOf(state) } : state;
  const localStatus = localStateOf(step.reported).localStatus;
  switch (step.kind) {
    case "SUBMIT":
      return submitted(state, localStatus);
    case "START":
    case "CORRECT":
      return corrected(state, localStatus);
    case "DISCARD":
      return localStatus === "REJECTED" || state.status === "ACCEPTED"
        ? state
        : { ...state, status: state.counts ? "ACCEPTED" : "DISCARDED" };
  }
}

type LocalStatus = ReturnType<typeof localStateOf>["localStatus"];

const SUBMITTED_AS: Readonly<Record<LocalStatus, DraftStatus>> = {
  QUEUED: "QUEUED_FOR_SYNC",
  SYNCING: "SYNCING",
  ACCEPTED: "ACCEPTED",
  CONFLICTED: "CONFLICTED",
  // The draft stays editable, so that the client can correct it.
  REJECTED: "LOCAL_IN_PROGRESS",
};

function submitted(state: DraftState, localStatus: LocalStatus): DraftState {
  if (localStatus === "ACCEPTED") return { status: "ACCEPTED", counts: true };
  if (state.status === "DISCARDED") return state;
  // A further submit of an accepted session corrects it.
  return state.counts
    ? corrected(state, localStatus)
    : { ...state, status: SUBMITTED_AS[localStatus] };
}

function corrected(state: DraftState, localStatus: LocalStatus): DraftState {
  if (state.status === "DISCARDED") return state;
  if (localStatus === "CONFLICTED") return { ...state, status: "CONFLICTED" };
  return state.counts && localStatus === "ACCEPTED" ? { ...state, status: "ACCEPTED" } : state;
}

function restOf({ counts }: DraftState): DraftStatus {
  return counts ? "ACCEPTED" : "LOCAL_IN_PROGRESS";
}
