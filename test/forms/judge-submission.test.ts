import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Answer, Answers } from "../../contract/forms/content-schema.ts";
import { FORM_ASSIGNMENT_STATUSES } from "../../contract/forms/vocabulary.ts";
import { RELATIONSHIP_STATUSES } from "../../contract/relationships/vocabulary.ts";
import type { WorkspaceStatus } from "../../contract/workspaces/vocabulary.ts";
import { judgeSubmission } from "../../rules/forms/judge-submission.ts";

const firstAnswers = { goal: "Run", kinds: ["a", "b"], height: 172 };
const reordered = { height: 172, kinds: ["a", "b"], goal: "Run" };
const other = { ...firstAnswers, kinds: ["b", "a"] };

const pairs = RELATIONSHIP_STATUSES.flatMap((relationshipStatus) =>
  FORM_ASSIGNMENT_STATUSES.map((status) => [relationshipStatus, status] as const),
);

describe.each(pairs)("In a relationship that is %s, a form that is %s", (relationship, status) => {
  const submission = status === "SUBMITTED" ? { answers: firstAnswers } : null;
  const judged = (given: typeof firstAnswers) =>
    judgeSubmission({ ...inWorkspace("ACTIVE"), status, submission }, given);
  const inWorkspace = (workspaceStatus: WorkspaceStatus) => ({
    relationshipStatus: relationship,
    workspaceStatus,
  });

  test("is submitted, confirmed or refused", () => {
    expect(judged(reordered)).toEqual(expectedOf(relationship, status, "SAME"));
    expect(judged(other)).toEqual(expectedOf(relationship, status, { refusal: "STATE_CONFLICT" }));
  });

  test("is retryable while the workspace is suspended, unless the relationship decides otherwise", () => {
    const stand = { ...inWorkspace("SUSPENDED"), status, submission };
    const isRunning = relationship === "ACTIVE" || relationship === "ONBOARDING";
    const refusal = isRunning ? { refusal: "WORKSPACE_SUSPENDED" } : judged(firstAnswers);
    expect(judgeSubmission(stand, firstAnswers)).toEqual(refusal);
  });
});

describe("Answers that are submitted again", () => {
  const judged = (submitted: Answers, again: Answers) =>
    judgeSubmission(
      {
        relationshipStatus: "ACTIVE",
        workspaceStatus: "ACTIVE",
        status: "SUBMITTED",
        submission: { answers: submitted },
      },
      again,
    );
  const blank = fc.constantFrom<Answer>(null, "", "  ", []);
  const given = fc.oneof(
    fc.integer(),
    fc.boolean(),
    fc.constantFrom("Run", "0"),
    fc.constant<Answer>(["a"]),
  );
  const key = fc.constantFrom("goal", "kinds", "height", "note", "since");

  test("are the same submission with or without blank answers", () => {
    const blanks = fc.dictionary(key, blank);
    fc.assert(
      fc.property(fc.dictionary(key, given), blanks, blanks, (answers, some, others) => {
        expect(judged({ ...some, ...answers }, { ...others, ...answers })).toBe("SAME");
      }),
    );
  });

  test("differ if a given answer was changed, added or removed", () => {
    const answers = { goal: "Run", height: 0, smokes: false };
    const conflict = { refusal: "STATE_CONFLICT" };
    for (const change of [{ goal: "" }, { height: null }, { smokes: null }, { note: "New" }])
      expect(judged(answers, { ...answers, ...change })).toEqual(conflict);
  });
});

function expectedOf(relationship: string, status: string, submitted: unknown): unknown {
  if (relationship === "ENDED") return { refusal: "NOT_FOUND" };
  if (relationship === "PAUSED") return { refusal: "RELATIONSHIP_INACTIVE" };
  if (status === "CANCELLED") return { refusal: "TASK_CLOSED" };
  return status === "SUBMITTED" ? submitted : "NEW";
}
