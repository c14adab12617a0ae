import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { judgeAnswers } from "../../rules/forms/judge-answers.ts";
import { judgeContent } from "../../rules/forms/judge-content.ts";
import { shownQuestions } from "../../rules/forms/shown-questions.ts";
import { randomAnswers, randomForm } from "../factories/forms/random-forms.ts";
import { campaignSize } from "../harness/campaign.ts";
import { referenceAccepts } from "./reference-model.ts";

const CASES = 10 * campaignSize("DRAWN_CASES", 200);

const filled = randomForm.chain((form) =>
  randomAnswers(form).map((answers) => ({ form, answers })),
);

describe("For any valid form and any answers", () => {
  test("the form can be published", () => {
    fc.assert(fc.property(randomForm, (form) => judgeContent(form).length === 0));
  });

  test("a submission is accepted exactly when the reference model accepts it", () => {
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(filled, ({ form, answers }) => {
        const accepted = judgeAnswers(form, answers, "SUBMISSION").length === 0;
        seen[accepted ? "accepted" : "refused"] += 1;
        expect(accepted).toBe(referenceAccepts(form, answers));
      }),
      { numRuns: CASES },
    );
    // The property would be empty if one side were hardly drawn.
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(0.15 * CASES);
  });

  test("a valid submission is a valid draft, and so is any part of it", () => {
    fc.assert(
      fc.property(filled, fc.nat(), ({ form, answers }, left) => {
        fc.pre(judgeAnswers(form, answers, "SUBMISSION").length === 0);
        const part = Object.entries(answers).filter((_, index) => (left >> (index % 30)) % 2 === 0);
        expect(judgeAnswers(form, answers, "DRAFT")).toEqual([]);
        expect(judgeAnswers(form, Object.fromEntries(part), "DRAFT")).toEqual([]);
      }),
      { numRuns: CASES / 4 },
    );
  });

  test("answers to hidden questions never show another question", () => {
    fc.assert(
      fc.property(filled, ({ form, answers }) => {
        const shown = shownQuestions(form, answers);
        const shownAnswers = Object.entries(answers).filter(([id]) => shown.has(id));
        expect(shownQuestions(form, Object.fromEntries(shownAnswers))).toEqual(shown);
      }),
      { numRuns: CASES / 2 },
    );
  });
});
