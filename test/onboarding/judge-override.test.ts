import { describe, expect, test } from "@jest/globals";
import { FORM_ASSIGNMENT_STATUSES } from "../../contract/forms/vocabulary.ts";
import { MEMBERSHIP_ROLES } from "../../contract/workspaces/vocabulary.ts";
import { RELATIONSHIP_STATUSES } from "../../contract/relationships/vocabulary.ts";
import {
  COACH_ACTIONS,
  ONBOARDING_TASK_STATUSES,
  OVERRIDE_TYPES,
} from "../../contract/onboarding/vocabulary.ts";
import { coachActions, mayAct } from "../../rules/onboarding/coach-actions.ts";
import { judgeOverride } from "../../rules/onboarding/judge-override.ts";

const RUNNING: readonly string[] = ["ONBOARDING", "ACTIVE"];
const OPEN: readonly string[] = ["READY", "OPENED", "SKIPPED_FOR_NOW"];

const STATES = RELATIONSHIP_STATUSES.flatMap((relationshipStatus) =>
  ONBOARDING_TASK_STATUSES.flatMap((taskStatus) =>
    [null, ...FORM_ASSIGNMENT_STATUSES].map((formStatus) => ({
      relationshipStatus,
      taskStatus,
      formStatus,
    })),
  ),
);

describe("a person who acts on a task apart from its client", () => {
  test("finds it open only in a running relationship before its form is submitted", () => {
    for (const state of STATES) {
      const isOpen = OPEN.includes(state.taskStatus) && state.formStatus !== "SUBMITTED";
      const expected = isOpen ? null : "TASK_CLOSED";
      const runs = RUNNING.includes(state.relationshipStatus);
      expect(judgeOverride(state)).toBe(runs ? expected : "RELATIONSHIP_INACTIVE");
    }
  });

  test("is offered exactly the acts that would be accepted", () => {
    for (const role of MEMBERSHIP_ROLES) {
      for (const state of STATES) {
        const offered = judgeOverride(state) === null;
        const expected = COACH_ACTIONS.filter((action) => mayAct(role, action));
        expect(coachActions(role, "QUESTIONNAIRE", state)).toEqual(offered ? expected : []);
        const ofBaseline = ["NUDGE", "REQUEST_COMPLETION"];
        expect(coachActions(role, "BASELINE", state)).toEqual(offered ? ofBaseline : []);
      }
    }
  });

  test("may do all of them as owner, and all but the forced completion as coach", () => {
    expect(COACH_ACTIONS).toEqual(["NUDGE", ...OVERRIDE_TYPES]);
    expect(COACH_ACTIONS.filter((action) => mayAct("OWNER", action))).toEqual(COACH_ACTIONS);
    expect(COACH_ACTIONS.filter((action) => !mayAct("COACH", action))).toEqual(["FORCE_COMPLETE"]);
  });
});
