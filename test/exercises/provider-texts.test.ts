import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { createApiV2Provider } from "../../activities/exercises/provider/create-api-v2-provider.ts";
import { createWgerProvider } from "../../activities/exercises/provider/create-wger-provider.ts";
import type { IntegrationRecord } from "../../activities/exercises/provider/exercise-provider.ts";
import { textOf } from "../../activities/exercises/provider/text-of.ts";

const record: IntegrationRecord = {
  providerKey: "primary",
  credentialsReference: "none",
  planKey: "none",
  metered: false,
  mediaUniqueLimit: null,
  videoMinutesLimit: null,
  licensePolicy: "none",
  mediaHosts: [],
  callsPerMinute: 600,
};
const account = { record, apiUrl: "https://provider.example/api/v2", apiKey: "none" };
const readCase = (name: string) =>
  readFileSync(new URL(`wger/${name}.json`, import.meta.url), "utf8");
const wger = (body: string) =>
  createWgerProvider(account, () => Promise.resolve(new Response(body))).catalogue;
const apiV2 = (data: readonly unknown[]) => {
  const pagination = { page: 1, pageSize: 50, total: data.length, totalPages: 1 };
  const body = JSON.stringify({ data, pagination });
  return createApiV2Provider(account, () => Promise.resolve(new Response(body))).catalogue;
};

describe("A provider's texts (docs/rooms/exercises.md#provider)", () => {
  test("are read as text, of wger and of API v2", async () => {
    expect(await wger(readCase("entities")).browse(1)).toMatchObject({
      exercises: [
        {
          title: "Clean & press",
          description: "Knees out, don't lean. Fewer than <5 reps",
          translations: [{ title: "Umsetzen", description: "Über den Kopf" }],
        },
      ],
    });
    const item = { id: "one", title: "Clean &amp; press", instructions: ["<b>Up</b>&hellip;"] };
    expect(await apiV2([item]).browse(1)).toMatchObject({
      exercises: [{ title: "Clean & press", instructions: ["Up …"] }],
    });
  });

  test.each([
    ["3 < 5 &amp; 6 > 2", "3 < 5 & 6 > 2"],
    ["a&#228;&#xE4;&auml;&Auml;", "aäääÄ"],
    ["&amp;uuml; is resolved once", "&uuml; is resolved once"],
    ["AT&T &unknown; &", "AT&T &unknown; &"],
    ["don&#146;t&#0;&#xD800;&#x110000;", "don’t\uFFFD\uFFFD\uFFFD"],
    ["<p>one</p>\n<!-- <b> -->\u0000two<script>three</script>", "one two"],
    ["Curl<br/>up<a href='x'> now</a>", "Curl up now"],
  ])("written %j read %j", (html, text) => {
    expect(textOf(html)).toBe(text);
  });
});

describe("An item of another shape (docs/rooms/exercises.md#refresh)", () => {
  test("is left out with its id and its first such field, and the others are read", async () => {
    expect(await wger(readCase("odd-item")).browse(1)).toMatchObject({
      outcome: "PAGE",
      total: 2,
      exercises: [{ title: "Row" }],
      leftOut: [
        {
          providerExerciseId: "22222222-2222-4222-8222-222222222222",
          field: "translations.0.name",
        },
      ],
    });
  });

  test("without a readable id is left out without one", async () => {
    const read = await apiV2([{ id: "one", title: "Row" }, { title: "Curl" }, "what"]).browse(1);
    expect(read).toEqual({ outcome: "MALFORMED" });
    expect(await apiV2([{ id: "one", title: "Row" }, "what"]).browse(1)).toMatchObject({
      exercises: [{ title: "Row" }],
      leftOut: [{ providerExerciseId: null, field: "" }],
    });
  });

  test.each([
    [1, 1, "PAGE"],
    [2, 39, "MALFORMED"],
    [2, 40, "PAGE"],
    [3, 50, "MALFORMED"],
  ])("%d times among %d items makes a page %s", async (oddCount, all, outcome) => {
    const items = Array.from({ length: all }, (_, place) => ({
      id: `item-${place}`,
      title: place < oddCount ? null : `Curl ${place}`,
    }));
    expect(await apiV2(items).browse(1)).toMatchObject({ outcome });
  });
});

test("A soft hyphen or zero-width space within a word does not split it", () => {
  expect(textOf("Bank&shy;drücken, Kurz\u200Bhantel")).toBe("Bankdrücken, Kurzhantel");
});

test.each(["<!--", "<script"])(
  "A text of a megabyte of unclosed %s is read in one pass",
  (opening) => {
    expect(textOf(`Squat ${`${opening} `.repeat(200_000)}`)).toBe("Squat");
  },
);
