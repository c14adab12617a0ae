import { describe, expect, test } from "@jest/globals";
import { decideDraft, type DraftState } from "../../rules/forms/decide-draft.ts";
import { GOOD_ANSWERS, INTAKE } from "../factories/forms/assigned-forms.ts";

const ID = "01970000-0000-7000-8000-000000000001";
const state: DraftState = {
  id: ID,
  status: "IN_PROGRESS",
  revision: 5,
  changedByLineageId: "mine",
  revisionBeforeRun: 3,
  updatedAt: new Date("2026-01-05T08:00:00.000Z"),
  content: INTAKE,
};
const now = new Date("2026-01-05T09:00:00.000Z");

describe("A draft of answers", () => {
  test("gets the next revision, and the form is in progress", () => {
    expect(decided(5, { status: "ASSIGNED" })).toMatchObject({
      kind: "SAVED",
      next: { status: "IN_PROGRESS", revision: 6, revisionBeforeRun: 3, updatedAt: now },
    });
  });

  test.each([3, 4, 5])("from the same phone with last seen revision %d is accepted", (revision) => {
    expect(decided(revision).kind).toBe("SAVED");
  });

  test("that another phone's draft preceded is a conflict, since it would be replaced as a whole", () => {
    expect(decided(2)).toMatchObject({ refused: { code: "STALE_REVISION" } });
    expect(decided(4, { lineageId: "other" })).toEqual({
      kind: "REFUSED",
      refused: {
        accepted: false,
        code: "STALE_REVISION",
        latestRevision: 5,
        rebaseable: false,
        refetch: [
          {
            entityType: "form_assignment",
            entityId: ID,
            path: `/api/v1/client/form-assignments/${ID}`,
            reason: "STALE",
          },
        ],
        conflict: {
          changedFields: ["answers"],
          sinceRevision: 4,
          changedBy: "CLIENT",
          changedAt: "2026-01-05T08:00:00.000Z",
          writeSetsTouch: true,
          rebaseRevision: null,
        },
      },
    });
  });

  test("with a revision that never existed is a conflict", () => {
    expect(decided(6)).toMatchObject({ refused: { code: "REVISION_AHEAD", latestRevision: 5 } });
  });

  test.each(["SUBMITTED", "CANCELLED"] as const)(
    "of a form that is %s is refused as closed",
    (status) => {
      expect(decided(1, { status })).toMatchObject({
        refused: { code: "FORM_CLOSED", latestRevision: 5, refetch: [{ reason: "CLOSED" }] },
      });
    },
  );

  test.each([
    [
      "an answer of another kind is refused and names its question",
      { height: "tall" },
      "/answers/height",
    ],
    ["an unknown question is refused and its id is not repeated", { shoeSize: 44 }, "/answers"],
  ])("is judged by the rule: %s", (_, answers, pointer) => {
    const refused = { code: "ANSWER_INVALID", pointer };
    expect(decided(5, { answers })).toMatchObject({ refused });
  });

  test("may lack required answers", () => {
    expect(decided(5, { answers: {} }).kind).toBe("SAVED");
  });

  test("of a form outside the relationship is refused", () => {
    const draft = { formAssignmentId: ID, answers: {} };
    const saving = { draft, expectedRevision: 1, lineageId: "mine", now };
    expect(decideDraft(undefined, saving)).toMatchObject({ refused: { code: "FORM_UNKNOWN" } });
  });
});

function decided(
  expectedRevision: number,
  { answers = GOOD_ANSWERS, lineageId = "mine", ...changes }: Changes = {},
) {
  const draft = { formAssignmentId: ID, answers };
  return decideDraft({ ...state, ...changes }, { draft, expectedRevision, lineageId, now });
}

type Changes = Partial<DraftState> & {
  readonly answers?: Readonly<Record<string, string | number | boolean>>;
  readonly lineageId?: string;
};
