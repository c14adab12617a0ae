import { describe, expect, test } from "@jest/globals";
import { decideDraft, type DraftState } from "../../rules/forms/decide-draft.ts";
import { GOOD_ANSWERS, INTAKE } from "../factories/assigned-forms.ts";

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

const decided = (
  expectedRevision: number,
  { answers = GOOD_ANSWERS, lineageId = "mine", ...changes }: Changes = {},
) => {
  const draft = { formAssignmentId: ID, answers };
  return decideDraft({ ...state, ...changes }, { draft, expectedRevision, lineageId, now });
};
type Changes = Partial<DraftState> & {
  readonly answers?: Readonly<Record<string, string | number | boolean>>;
  readonly lineageId?: string;
};

describe("A draft", () => {
  test("takes the next revision, and the form is in progress", () => {
    expect(decided(5, { status: "ASSIGNED" })).toMatchObject({
      kind: "SAVED",
      next: { status: "IN_PROGRESS", revision: 6, revisionBeforeRun: 3, updatedAt: now },
    });
  });

  test.each([3, 4, 5])("of the same phone that last saw revision %d goes through", (revision) => {
    expect(decided(revision).kind).toBe("SAVED");
  });

  test("that another phone's draft came before is a conflict: it would be replaced whole", () => {
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

  test("of a revision that never was is a conflict", () => {
    expect(decided(6)).toMatchObject({ refused: { code: "REVISION_AHEAD", latestRevision: 5 } });
  });

  test.each(["SUBMITTED", "CANCELLED"] as const)("of a form that is %s is closed", (status) => {
    expect(decided(1, { status })).toMatchObject({
      refused: { code: "FORM_CLOSED", latestRevision: 5, refetch: [{ reason: "CLOSED" }] },
    });
  });

  test.each([
    [
      "an answer of another kind is refused and names its question",
      { height: "tall" },
      "/answers/height",
    ],
    ["a question nobody asked is refused and does not repeat it", { shoeSize: 44 }, "/answers"],
  ])("with %s", (_, answers, pointer) => {
    const refused = { code: "ANSWER_INVALID", pointer };
    expect(decided(5, { answers })).toMatchObject({ refused });
  });

  test("may lack what is required", () => {
    expect(decided(5, { answers: {} }).kind).toBe("SAVED");
  });

  test("of no form of the relationship is refused", () => {
    const draft = { formAssignmentId: ID, answers: {} };
    const saving = { draft, expectedRevision: 1, lineageId: "mine", now };
    expect(decideDraft(undefined, saving)).toMatchObject({ refused: { code: "FORM_UNKNOWN" } });
  });
});
