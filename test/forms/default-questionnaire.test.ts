import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import {
  type Answer,
  answersSchema,
  formContentSchema,
} from "../../contract/forms/content-schema.ts";
import { saveClientProfileSchema } from "../../contract/relationships/client-profile-schema.ts";
import { migrationNames } from "../../db/platform/migrate.ts";
import { DEFAULT_QUESTIONNAIRE } from "../../rules/forms/default-questionnaire.ts";
import { judgeAnswers } from "../../rules/forms/judge-answers.ts";
import { judgeContent } from "../../rules/forms/judge-content.ts";
import { questionsOf } from "../../rules/forms/questions-of.ts";
import { DEFAULT_ANSWERS } from "../factories/forms.ts";

const { title, content } = DEFAULT_QUESTIONNAIRE;
const migration = readFileSync(
  new URL("../../db/migrations/0020-z-default-forms.sql", import.meta.url),
  "utf8",
);

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

  test("is what the migration gives to workspaces that are there already", () => {
    const [, json = ""] = /\$content\$([^]*)\$content\$/.exec(migration) ?? [];
    expect(JSON.parse(json)).toEqual(content);
    expect(migration).toContain(`'${title}', 'PUBLISHED', true, $content$`);
  });

  test("is there before onboardings of earlier relationships are made", () => {
    const names = migrationNames();
    expect(names.indexOf("0020-z-default-forms")).toBe(names.indexOf("0020-forms") + 1);
  });
});
