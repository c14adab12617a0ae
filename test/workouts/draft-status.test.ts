import fc from "fast-check";
import { describe, expect, test } from "@jest/globals";
import type { ReportedVerdict } from "../../contract/sync/local-state.ts";
import {
  DRAFT_STATUSES,
  type DraftStep,
  draftStatusOf,
} from "../../contract/workouts/draft-status.ts";
import {
  CONFLICT_OPTIONS,
  type WorkoutConflictKind,
} from "../../contract/workouts/session-vocabulary.ts";
import { allowedResolutions } from "../../rules/sync/operation-result.ts";

const ACCEPTED = { status: "ACCEPTED" } as const;
const CONFLICT = { status: "CONFLICT" } as const;
const REJECTED: ReportedVerdict = {
  status: "REJECTED",
  allowedResolutions: ["RESUBMIT", "DISCARD"],
};
const LOCKED = { status: "SCOPE_LOCKED" } as const;

const submit = (verdict: ReportedVerdict) => step("SUBMIT", verdict);
const REFRESH: DraftStep = { kind: "REFRESH" };

const anyVerdict = fc.constantFrom<ReportedVerdict>(
  "WAITING",
  "SENT",
  ACCEPTED,
  CONFLICT,
  REJECTED,
  LOCKED,
);
const anyStep = fc.oneof(
  fc.constant(REFRESH),
  fc
    .tuple(fc.constantFrom("START", "SUBMIT", "CORRECT", "DISCARD"), anyVerdict)
    .map(([kind, how]) => step(kind, how)),
);
const steps = fc.array(anyStep, { maxLength: 12 });

describe("for its phone a draft is (docs/rooms/workouts.md#draft-statuses)", () => {
  test.each([
    ["LOCAL_IN_PROGRESS before it is submitted", [step("START", ACCEPTED)], "LOCAL_IN_PROGRESS"],
    ["QUEUED_FOR_SYNC from the submit on", [submit("WAITING")], "QUEUED_FOR_SYNC"],
    ["QUEUED_FOR_SYNC while its scope is paused", [submit(LOCKED)], "QUEUED_FOR_SYNC"],
    ["SYNCING until it is answered", [submit("SENT")], "SYNCING"],
    ["ACCEPTED once its submit was", [step("START", "WAITING"), submit(ACCEPTED)], "ACCEPTED"],
    ["CONFLICTED by a start that was refused", [step("START", CONFLICT)], "CONFLICTED"],
    ["CONFLICTED by a submit that was refused", [submit(CONFLICT)], "CONFLICTED"],
    ["editable if its submit was invalid", [submit(REJECTED)], "LOCAL_IN_PROGRESS"],
    [
      "DISCARDED at once, whether or not the discard was sent",
      [submit(CONFLICT), step("DISCARD", "WAITING")],
      "DISCARDED",
    ],
    [
      "ACCEPTED if the answer came after the discard",
      [submit(ACCEPTED), step("DISCARD", REJECTED)],
      "ACCEPTED",
    ],
    ["open again once it was refreshed", [submit(CONFLICT), REFRESH], "LOCAL_IN_PROGRESS"],
    ["ACCEPTED through its replacement", [submit(CONFLICT), submit(ACCEPTED)], "ACCEPTED"],
    [
      "CONFLICTED by a correction that is stale",
      [submit(ACCEPTED), step("CORRECT", CONFLICT)],
      "CONFLICTED",
    ],
    [
      "ACCEPTED as before when that one is refreshed",
      [submit(ACCEPTED), step("CORRECT", CONFLICT), REFRESH],
      "ACCEPTED",
    ],
    ["ACCEPTED while a correction is on its way", [submit(ACCEPTED), submit("SENT")], "ACCEPTED"],
  ] as const)("%s", (_name, reached, status) => {
    expect(draftStatusOf(reached)).toBe(status);
  });

  test("in one of six statuses, whatever came", () => {
    fc.assert(fc.property(steps, (reached) => DRAFT_STATUSES.includes(draftStatusOf(reached))));
  });

  test("never discarded once its submit was accepted, and accepted whatever was before", () => {
    fc.assert(
      fc.property(steps, steps, (before, after) => {
        expect(draftStatusOf([...before, submit(ACCEPTED)])).toBe("ACCEPTED");
        const later = draftStatusOf([...before, submit(ACCEPTED), ...after]);
        expect(["ACCEPTED", "CONFLICTED"]).toContain(later);
      }),
    );
  });

  test("conflicted only while the newest refusal is in force: a refresh ends it", () => {
    fc.assert(
      fc.property(steps, (reached) => draftStatusOf([...reached, REFRESH]) !== "CONFLICTED"),
    );
  });
});

const KINDS = Object.keys(CONFLICT_OPTIONS).filter(
  (kind): kind is WorkoutConflictKind => kind in CONFLICT_OPTIONS,
);
test.each(KINDS)("%s: its receipt allows the choices of its conflict", (kind) => {
  expect(allowedResolutions(kind)).toEqual(CONFLICT_OPTIONS[kind]);
});

function step(
  kind: "START" | "SUBMIT" | "CORRECT" | "DISCARD",
  reported: ReportedVerdict,
): DraftStep {
  return {
    kind,
    reported,
  };
}
