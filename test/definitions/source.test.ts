import { afterAll, describe, expect, test } from "@jest/globals";
import { openEditCompiler } from "../harness/compile-edits.ts";
import {
  FACT_QUERIES,
  FACTS,
  LIST,
  MIGRATION,
  NAMES,
  probeSource,
  QUERY,
  RULE,
} from "./probe-source.ts";

const compiler = openEditCompiler();
afterAll(() => compiler.close());

const PRESENTER = "api/inbox/present-item.ts";
const ROOMS = ["contract/inbox", "rules/inbox", "db/inbox", "activities/inbox", "api/inbox"];

describe("A new type of coach task", () => {
  test("compiles in every room with three new files, its names, its facts and a line in each of two lists", () => {
    const edits = probeSource();
    const files = [FACT_QUERIES, FACTS, LIST, NAMES, QUERY, MIGRATION, RULE];
    expect(Object.keys(edits).toSorted()).toEqual(files.toSorted());
    expect(compiler.errorsWith(edits, ROOMS)).toEqual([]);
  });

  test.each([
    ["the weight of its score", NAMES, " base: 60,", NAMES],
    ["the code of its closing", NAMES, ' code: "TASK_CANCELLED",', NAMES],
    [
      "the sentence of its closing",
      NAMES,
      ', sentence: "Closes when the task is cancelled."',
      NAMES,
    ],
    [
      "the sentence of its reason",
      NAMES,
      ' TASK_EXPIRED: "A task of the onboarding has expired." ',
      RULE,
    ],
    [
      "a German sentence of its facts",
      NAMES,
      'de: ({ taskKey }: ExpiredTaskFacts) => "Abgelaufen: " + taskKey,',
      NAMES,
    ],
    [
      "the query of its facts",
      FACT_QUERIES,
      "EXPIRED_TASK: sql`(select null::jsonb)`,",
      FACT_QUERIES,
    ],
    ["its facts on the wire", FACTS, "  expiredTaskFactsSchema,\n", PRESENTER],
    ["the events that wake it", NAMES, 'wakesOn: ["OnboardingTaskExpired"],', NAMES],
    ["the permission to open it", NAMES, '  ONBOARDING: "onboarding.manage",', RULE],
    ["its due rule", RULE, "due: dueWithin(() => 48),", RULE],
    ["its query", LIST, "listExpiredTasks, ", LIST],
    [
      "its line in the list",
      LIST,
      "EXPIRED_TASK: caseLoader(listExpiredTasks, expiredTaskCases),",
      LIST,
    ],
  ])("does not compile without %s", (_, edited, omitted, refused) => {
    expect(filesWithErrors(edited, omitted, "")).toEqual([refused]);
  });

  test.each([
    [
      "with an event that the inbox does not receive",
      '["OnboardingTaskExpired"]',
      '["CoachLoggedIn"]',
    ],
    ["with a permission that no member has", "onboarding.manage", "onboarding.read"],
  ])("does not compile %s", (_, before, after) => {
    expect(filesWithErrors(NAMES, before, after)).toEqual([NAMES]);
  });
});

/** The files of the probe that do not compile after one of them is changed. */
function filesWithErrors(edited: string, before: string, after: string) {
  const edits = probeSource();
  const text = edits[edited] ?? "";
  expect(text).toContain(before);
  const changed = { ...edits, [edited]: text.replace(before, after) };
  const errors = compiler.errorsWith(changed, [NAMES, RULE, QUERY, LIST, FACT_QUERIES, PRESENTER]);
  return [...new Set(errors.map(({ file }) => file))];
}
