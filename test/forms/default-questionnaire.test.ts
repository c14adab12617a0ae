import { describe, expect, test } from "@jest/globals";
import {
  type Answer,
  answersSchema,
  type FormContent,
  formContentSchema,
} from "../../contract/forms/content-schema.ts";
import { saveClientProfileSchema } from "../../contract/relationships/client-profile-schema.ts";
import { DEFAULT_QUESTIONNAIRE } from "../../rules/forms/default-questionnaire.ts";
import { DEFAULT_IN_GERMAN } from "../../rules/forms/default-in-german.ts";
import { contentInLanguage, titleInLanguage } from "../../rules/forms/content-in-language.ts";
import { mapTexts } from "../../rules/forms/map-texts.ts";
import { judgeAnswers } from "../../rules/forms/judge-answers.ts";
import { judgeContent } from "../../rules/forms/judge-content.ts";
import { questionsOf } from "../../rules/forms/questions-of.ts";
import { DEFAULT_ANSWERS } from "../factories/forms/forms.ts";

const { content } = DEFAULT_QUESTIONNAIRE;

describe("The default questionnaire of a workspace", () => {
  test("is a complete form that can be published unchanged", () => {
    expect(formContentSchema.parse(content)).toEqual(content);
    expect(judgeContent(content)).toEqual([]);
  });

  test("fills every profile field that a question can fill, within its bounds", () => {
    const mapped = questionsOf(content).flatMap(({ mapsTo, questionId }): [string, Answer][] =>
      mapsTo === null ? [] : [[mapsTo, DEFAULT_ANSWERS[questionId] ?? null]],
    );
    const profile = { displayName: "Ana", timezone: "UTC", locale: "en" };
    const filled = { ...profile, ...Object.fromEntries(mapped) };
    expect(saveClientProfileSchema.parse(filled)).toEqual(filled);
    expect(mapped.map(([field]) => field)).toEqual(["goal", "birthDate", "heightCm"]);
  });

  test("is submitted with plain answers; injuries require their detail", () => {
    expect(judgeAnswers(content, answersSchema.parse(DEFAULT_ANSWERS), "SUBMISSION")).toEqual([]);
    const injured = { ...DEFAULT_ANSWERS, has_injuries: true };
    expect(judgeAnswers(content, injured, "SUBMISSION")).toEqual([
      { questionId: "injuries", code: "required" },
    ]);
  });
});

/** The texts of a form by their places. */
function textsOf(form: FormContent) {
  const texts = new Map<string, string>();
  mapTexts(form, (place, text) => {
    texts.set(place, text);
    return text;
  });
  return texts;
}
const withoutTexts = (form: FormContent) => mapTexts(form, () => "");

describe("The German default questionnaire", () => {
  const german = contentInLanguage("de-AT", content);

  test("has each text in German, and unchanged ids, bounds and conditions", () => {
    expect(Object.keys(DEFAULT_IN_GERMAN).toSorted()).toEqual(
      [...textsOf(content).keys()].toSorted(),
    );
    expect(Object.fromEntries(textsOf(german))).toEqual(DEFAULT_IN_GERMAN);
    expect(withoutTexts(german)).toEqual(withoutTexts(content));
    expect(formContentSchema.parse(german)).toEqual(german);
    const same = [...textsOf(content)].filter(([at, text]) => DEFAULT_IN_GERMAN[at] === text);
    expect(same.map(([at]) => at)).toEqual([
      "height.unit",
      "weight.unit",
      "sleep.unit",
      "diet.options.vegan",
    ]);
    expect(titleInLanguage("de", DEFAULT_QUESTIONNAIRE.title)).not.toBe(
      DEFAULT_QUESTIONNAIRE.title,
    );
  });

  test("is only for German: English and other languages read the stored text", () => {
    for (const locale of ["en-GB", "fr", null]) {
      expect(contentInLanguage(locale, content)).toEqual(content);
      expect(titleInLanguage(locale, DEFAULT_QUESTIONNAIRE.title)).toBe(
        DEFAULT_QUESTIONNAIRE.title,
      );
    }
  });

  test("accepts the same answers as the English one", () => {
    const answers = answersSchema.parse({ ...DEFAULT_ANSWERS, has_injuries: true });
    for (const purpose of ["DRAFT", "SUBMISSION"] as const) {
      const judged = judgeAnswers(content, answers, purpose);
      expect(judgeAnswers(german, answers, purpose)).toEqual(judged);
    }
  });

  test("keeps a coach's own words as they were written", () => {
    const edited = mapTexts(content, (place, text) =>
      place === "main_goal.label" ? "What do you dream of?" : text,
    );
    const shown = textsOf(contentInLanguage("de", edited));
    expect(shown.get("main_goal.label")).toBe("What do you dream of?");
    expect(shown.get("main_goal.help")).toBe(DEFAULT_IN_GERMAN["main_goal.help"]);
    expect(titleInLanguage("de", "Before we start")).toBe("Before we start");
  });
});
