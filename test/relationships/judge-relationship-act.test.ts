import { describe, expect, test } from "@jest/globals";
import {
  RELATIONSHIP_ACTS,
  RELATIONSHIP_TRANSITIONS,
  RESUMED_STATUSES,
} from "../../contract/relationships/vocabulary.ts";
import {
  RELATIONSHIP_STATUSES,
  type RelationshipStatus,
} from "../../contract/relationships/vocabulary.ts";
import {
  afterBaseline,
  judgeRelationshipAct,
  type RelationshipState,
} from "../../rules/relationships/judge-relationship-act.ts";

const states: readonly RelationshipState[] = RELATIONSHIP_STATUSES.flatMap(
  (status): RelationshipState[] =>
    status === "PAUSED"
      ? RESUMED_STATUSES.map((resumesAs) => ({ status, resumesAs }))
      : [{ status, resumesAs: null }],
);

const pairs = RELATIONSHIP_STATUSES.flatMap((from) =>
  RELATIONSHIP_STATUSES.map((to) => [from, to] as const),
);

describe("the statuses of a relationship", () => {
  test.each(pairs)("go from %s to %s only as the table allows", (from, to) => {
    const allowed: readonly RelationshipStatus[] = RELATIONSHIP_TRANSITIONS[from];
    const reached = states
      .filter(({ status }) => status === from)
      .flatMap(outcomes)
      .some((outcome) => typeof outcome !== "string" && outcome.status === to && to !== from);
    expect(reached).toBe(allowed.includes(to));
  });

  test.each(states)(
    "$status ($resumesAs) stores the status to resume only while paused",
    (state) => {
      for (const outcome of outcomes(state)) {
        if (typeof outcome === "string") continue;
        expect(outcome.resumesAs !== null).toBe(outcome.status === "PAUSED");
      }
    },
  );

  test("a pause resumes to its former status, or further if the baseline was completed meanwhile", () => {
    const paused = judgeRelationshipAct({ status: "ONBOARDING", resumesAs: null }, "PAUSE");
    expect(paused).toEqual({ status: "PAUSED", resumesAs: "ONBOARDING" });
    if (typeof paused === "string") throw new TypeError(paused);
    expect(judgeRelationshipAct(paused, "RESUME")).toEqual({
      status: "ONBOARDING",
      resumesAs: null,
    });
    expect(judgeRelationshipAct(afterBaseline(paused), "RESUME")).toEqual({
      status: "ACTIVE",
      resumesAs: null,
    });
  });

  test("repeating an act is a conflict, and no act moves an ended relationship", () => {
    expect(judgeRelationshipAct({ status: "PAUSED", resumesAs: "ACTIVE" }, "PAUSE")).toBe(
      "STATE_CONFLICT",
    );
    for (const status of ["ONBOARDING", "ACTIVE"] as const) {
      expect(judgeRelationshipAct({ status, resumesAs: null }, "RESUME")).toBe("STATE_CONFLICT");
    }
    for (const act of RELATIONSHIP_ACTS) {
      expect(judgeRelationshipAct({ status: "ENDED", resumesAs: null }, act)).toBe(
        "RELATIONSHIP_INACTIVE",
      );
    }
  });
});

/** Everything that can be done in a state: the acts, and completing the baseline. */
function outcomes(state: RelationshipState) {
  return [
    ...RELATIONSHIP_ACTS.map((act) => judgeRelationshipAct(state, act)),
    afterBaseline(state),
  ];
}
