import { draftStatusOf, type DraftStep } from "../../../contract/workouts/draft-status.ts";
import type { ReportedVerdict } from "../../../contract/sync/local-state.ts";
import type { Vectors } from "./types.ts";

/** The status of a workout draft after each pair of steps. */
export function draftVectors(): Vectors {
  const lists = [[], ...STEPS.map((step) => [step]), ...pairsOf(STEPS)];
  return {
    name: "draft-statuses",
    description:
      "`steps` are those of a draft of a workout in local order, each with what the device knows of it. `status` is that of the draft on the phone that made it.",
    cases: lists.map((steps) => ({ steps, status: draftStatusOf(steps) })),
  };
}

const REPORTED: readonly ReportedVerdict[] = [
  "WAITING",
  "SENT",
  { status: "ACCEPTED" },
  { status: "CONFLICT" },
  { status: "REJECTED", allowedResolutions: ["RESUBMIT", "DISCARD"] },
  { status: "SCOPE_LOCKED" },
];

const STEPS: readonly DraftStep[] = [
  ...(["START", "SUBMIT", "CORRECT", "DISCARD"] as const).flatMap((kind) =>
    REPORTED.map((reported): DraftStep => ({ kind, reported })),
  ),
  { kind: "REFRESH" },
];

/** A second step matters only after a submit. */
function pairsOf(steps: readonly DraftStep[]): readonly (readonly DraftStep[])[] {
  const submits = steps.filter(({ kind }) => kind === "SUBMIT");
  return submits.flatMap((first) => steps.map((second) => [first, second]));
}
