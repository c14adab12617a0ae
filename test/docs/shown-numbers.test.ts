import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { endpoints } from "../../api/endpoints.ts";
import { inlineSchema } from "../factories/api/inline-schema.ts";
import { textOf } from "./house-files.ts";

/** Routes of staff and services: no client or coach sees what they answer. */
const NOT_SHOWN: ReadonlySet<string> = new Set(["admin", "service", "support"]);

/** Numbers that a person entered or set for others, and limits of the product; shown as stored. */
const GIVEN = namesOf(`
  * value heightCm grams repetitions repetitionsMost reps seconds metres rir rpe restSeconds
  durationSeconds target dailyTarget min max least most step decimals maxLength noteLength
  minChoices maxChoices minutes digestHour attentionPercent onTrackPercent fewestCounted priority
  sortOrder order week dayNumber programDay sizeBytes buildNumber draftsPerTask unsyncedDrafts
`);

/** Versions, sequence numbers, attempts and pauses: they identify or time something and are not totals. */
const MARKS = namesOf(`
  revision acceptedRevision acceptedItemRevision acceptedTaskRevision expectedRevision
  expectedTaskRevision judgedOnRevision latestRevision rebaseRevision sinceRevision draftRevision
  frozenRevision newestRevision planRevision sourceRevision taskRevision version latestVersion
  definitionVersion operationVersion agendaVersion generation seq chainSeq attempts retryAfterSeconds
  presentRevision offsetMs
`);

const namesIn = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);

describe("A number that is shown to a person", () => {
  const shown = new Set<string>();
  for (const endpoint of endpoints)
    if (endpoint.kind !== "stream" && !NOT_SHOWN.has(endpoint.access))
      for (const name of numbersIn(endpoint.answer)) shown.add(name);
  const rows = rowsOf(textOf("docs/rooms/house.md"));
  const computed = new Set(rows.flatMap(([numbers = ""]) => namesIn(numbers)));
  const known = new Set([...computed, ...GIVEN, ...MARKS]);

  test("is in the table of docs/rooms/house.md unless somebody entered it or it marks a version", () => {
    expect([...shown].filter((name) => !known.has(name))).toEqual([]);
  });

  test("leaves the table and the lists once no answer has it", () => {
    expect([...known].filter((name) => !shown.has(name))).toEqual([]);
  });

  test("has a rule and a test in the table", () => {
    expect(rows.length).toBeGreaterThan(15);
    for (const [numbers, rule, tests] of rows) {
      expect({ numbers, rule: rule?.trim() }).toMatchObject({ rule: expect.stringMatching(/^`/) });
      expect({ numbers, tests: tests?.trim() }).toMatchObject({
        tests: expect.stringMatching(/^`test\//),
      });
    }
  });

  test("is found at any depth of an answer", () => {
    const answer = z.strictObject({
      one: z.strictObject({ deep: z.array(z.int().nullable()), word: z.string() }),
      mixed: z.union([z.number(), z.string()]),
      either: z.union([z.strictObject({ left: z.number() }), z.literal("none")]),
      own: z.record(z.string(), z.number()),
      always: z.literal(1),
    });
    expect(numbersIn(answer)).toEqual(new Set(["deep", "mixed", "left", "*"]));
  });
});

function namesOf(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

type Schema = z.core.JSONSchema._JSONSchema;

/** Names of the properties of a schema that may hold a number; `*` where the names are somebody's own. */
function numbersIn(answer: z.ZodType): ReadonlySet<string> {
  const whole = inlineSchema(answer, "output");
  const names = new Set<string>();
  const followed = new Set<string>();
  const visit = (schema: Schema | undefined, name: string): void => {
    if (typeof schema !== "object") return;
    // A choice between plain types lists them here.
    const types: readonly string[] = [schema.type ?? []].flat();
    const isNumber = types.includes("integer") || types.includes("number");
    if (isNumber && schema.const === undefined) names.add(name);
    const named = schema.$ref?.split("/").at(-1) ?? "";
    const step = `${named} ${name}`;
    if (!followed.has(step)) {
      followed.add(step);
      visit(whole.$defs?.[named], name);
    }
    for (const [key, part] of Object.entries(schema.properties ?? {})) visit(part, key);
    visit(schema.additionalProperties, "*");
    for (const part of [schema.anyOf, schema.oneOf, schema.allOf, schema.items].flat())
      visit(part, name);
  };
  visit(whole, "");
  return names;
}

/** Rows of the table, as [numbers, rule, tests]. */
function rowsOf(page: string): readonly (readonly string[])[] {
  const [, section = ""] = page.split("## Shown numbers");
  const [table = ""] = section.split("\n## ");
  return table
    .split("\n")
    .filter((line) => /^\| [A-Z]/.test(line) && !line.startsWith("| Numbers"))
    .map((line) => line.split("|").slice(1, -1));
}
