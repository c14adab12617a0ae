import { describe, expect, test } from "@jest/globals";
import { judgeAssignment } from "../../rules/plans/judge-assignment.ts";

describe("a decision whether a plan may be assigned", () => {
  const free = {
    relationshipStatus: "ACTIVE",
    planStatus: "PUBLISHED",
    planKind: "HABIT",
    blocks: { programs: false, nutrition: false },
    alreadyAssigned: false,
    endsBeforeStart: false,
    programRuns: false,
    openAssignments: 99,
  } as const;

  test.each([
    [free, null],
    [{ ...free, relationshipStatus: "ONBOARDING" } as const, null],
    [{ ...free, relationshipStatus: "PAUSED" } as const, "RELATIONSHIP_INACTIVE"],
    [{ ...free, relationshipStatus: "ENDED" } as const, "RELATIONSHIP_INACTIVE"],
    [{ ...free, planStatus: "ARCHIVED" } as const, "STATE_CONFLICT"],
    [{ ...free, alreadyAssigned: true }, "STATE_CONFLICT"],
    [{ ...free, endsBeforeStart: true }, "STATE_CONFLICT"],
    [{ ...free, openAssignments: 100 }, "ASSIGNMENT_LIMIT_REACHED"],
    [{ ...free, programRuns: true }, null],
    [{ ...free, planKind: "PROGRAM", programRuns: true } as const, "PROGRAM_RUNNING"],
  ])("returns for %j: %s", (request, expected) => {
    expect(judgeAssignment(request)).toBe(expected);
  });

  const blocked = { ...free, blocks: { programs: true, nutrition: true } } as const;
  test.each([
    ["PROGRAM", "ASSIGNMENT_BLOCKED"],
    ["MEAL", "ASSIGNMENT_BLOCKED"],
    ["SUPPLEMENT", "ASSIGNMENT_BLOCKED"],
    ["HABIT", null],
    ["CHECK_IN", null],
    ["MEASUREMENT", null],
    ["PHOTO", null],
    ["REMINDER", null],
    ["CUSTOM_REMINDER", null],
  ] as const)(
    "returns for a %s plan while the questionnaire is skipped: %s",
    (planKind, expected) => {
      expect(judgeAssignment({ ...blocked, planKind })).toBe(expected);
      expect(judgeAssignment({ ...free, planKind })).toBeNull();
    },
  );

  test("names a paused relationship first", () => {
    const paused = { ...blocked, planKind: "MEAL", relationshipStatus: "PAUSED" } as const;
    expect(judgeAssignment(paused)).toBe("RELATIONSHIP_INACTIVE");
  });
});
