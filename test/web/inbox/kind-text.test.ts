import { expect, test } from "@jest/globals";
import { ADHERENCE_BUCKETS } from "../../../contract/agenda/adherence/vocabulary.ts";
import { CLOSING_CODES, SUMMARY_CODES } from "../../../contract/inbox/source-vocabulary.ts";
import { kindText } from "../../../web/inbox/rows/kind-text.ts";
import { messages as german } from "../../../web/texts/de/index.ts";
import { messages as english } from "../../../web/texts/en/index.ts";
import { consoleTexts } from "../plans/console-texts.ts";

const [en, de] = [consoleTexts("en"), consoleTexts("de")];
const kind = (taskType: string, code: string, texts = en) =>
  kindText(texts, { taskType, summary: { code, counts: { occurrences: 1 } } });

test("a fall off track, a call for help and skipped tasks have names of their own", () => {
  expect(kind("PROGRESS_ALERT", "ADHERENCE_FELL")).toBe("Fell off track");
  expect(kind("PROGRESS_ALERT", "HELP_NEEDED")).toBe("Help needed");
  expect(kind("PLAN_UPDATE", "TASKS_SKIPPED")).toBe("Skipped tasks");
  expect(kind("PROGRESS_ALERT", "HELP_NEEDED", de)).toBe("Braucht Hilfe");
});

test("every other row has the name of its type, also a row of a newer server", () => {
  expect(kind("WORKOUT_REVIEW", "WORKOUT_SUBMITTED")).toBe("Workout");
  expect(kind("SLEEP_REVIEW", "SLEPT_BADLY")).toBe("Task");
});

test("no two codes of one type have the same name, unless one is of a deleted source", () => {
  const names = ["ADHERENCE_FELL", "HELP_NEEDED"].map((code) => kind("PROGRESS_ALERT", code));
  expect(new Set(names).size).toBe(names.length);
  expect(SUMMARY_CODES).toEqual(
    expect.arrayContaining(["ADHERENCE_FELL", "HELP_NEEDED", "OBSTACLES_MET", "TASKS_SKIPPED"]),
  );
});

test("every way in which a task closes by itself, and every rating of a client, has a text in English and in German", () => {
  const ids = [
    ...CLOSING_CODES.map((code) => `inbox.closes.${code}`),
    ...ADHERENCE_BUCKETS.map((bucket) => `clients.bucket.${bucket}`),
  ];
  for (const texts of [english, german])
    expect(ids.filter((id) => !Object.hasOwn(texts, id))).toEqual([]);
});
