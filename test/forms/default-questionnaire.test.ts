import { describe, expect, test } from "@jest/globals";
import {
  type Answer,
  answersSchema,
  formContentSchema,
} from "../../contract/forms/content-schema.ts";
import { saveClientProfileSchema } from "../../contract/relationships/client-profile-schema.ts";
import { DEFAULT_QUESTIONNAIRE } from "../../rules/forms/default-questionnaire.ts";
import { judgeAnswers } from "../../rules/forms/judge-answers.ts";
import { judgeContent } from "../../rules/forms/judge-content.ts";
import { questionsOf } from "../../rules/forms/questions-of.ts";
import { DEFAULT_ANSWERS } from "../factories/forms.ts";

const { content } = DEFAULT_QUESTIONNAIRE;

describe("The questionnaire that a workspace begins with", () => {
  test("is a whole form that can be published as it stands", () => {
    expect(formContentSchema.parse(content)).toEqual(content);
    expect(judgeContent(content)).toEqual([]);
  });

  test("fills every field of the profile that a question can fill, within its bounds", () => {
    const mapped = questionsOf(content).flatMap(({ mapsTo, questionId }): [string, Answer][] =>
      mapsTo === null ? [] : [[mapsTo, DEFAULT_ANSWERS[questionId] ?? null]],
    );
    const profile = { displayName: "Ana", timezone: "UTC", locale: "en" };
    const filled = { ...profile, ...Object.fromEntries(mapped) };
    expect(saveClientProfileSchema.parse(filled)).toEqual(filled);
    expect(mapped.map(([field]) => field)).toEqual(["goal", "birthDate", "heightCm"]);
  });

  test("is submitted with plain answers; injuries ask for their detail", () => {
    expect(judgeAnswers(content, answersSchema.parse(DEFAULT_ANSWERS), "SUBMISSION")).toEqual([]);
    const injured = { ...DEFAULT_ANSWERS, has_injuries: true };
    expect(judgeAnswers(content, injured, "SUBMISSION")).toEqual([
      { questionId: "injuries", code: "required" },
    ]);
  });
});
