import { globSync } from "node:fs";
import { beforeAll, describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { LOCAL_STATUSES, VERDICT_CODES } from "../../contract/sync/vocabulary.ts";
import { DRAFT_STATUSES } from "../../contract/workouts/draft-status.ts";
import { deviceVectors } from "../../tools/device/vectors/device-vectors.ts";
import { textOf } from "../docs/house-files.ts";

const root = new URL("../../", import.meta.url);
const vectorsSchema = z.object({
  description: z.string(),
  cases: z.array(z.record(z.string(), z.unknown())),
});

describe("The vectors for apps in other languages", () => {
  let fresh: ReadonlyMap<string, string>;
  beforeAll(async () => {
    fresh = await deviceVectors();
  });
  const casesOf = (name: string) =>
    vectorsSchema.parse(JSON.parse(textOf(`device/vectors/${name}.json`))).cases;

  test("are up to date with the library: `npm run device:vectors` changes nothing", () => {
    expect(globSync("device/vectors/*.json", { cwd: root }).toSorted()).toEqual(
      [...fresh.keys()].toSorted(),
    );
    for (const [path, text] of fresh) expect([path, textOf(path)]).toEqual([path, text]);
  });

  test("have a case for each verdict code, each local status and each status of a draft", () => {
    const verdicts = casesOf("local-statuses");
    expect(verdicts.flatMap(({ code }) => code ?? [])).toEqual(Object.keys(VERDICT_CODES));
    const statuses = new Set(verdicts.map(({ localStatus }) => localStatus));
    expect(statuses).toEqual(new Set(LOCAL_STATUSES));
    const drafts = new Set(casesOf("draft-statuses").map(({ status }) => status));
    expect(drafts).toEqual(new Set(DRAFT_STATUSES));
  });

  test("have a case for each meaning of an answer", () => {
    const meaning = z.object({ kind: z.string() });
    const kinds = new Set(casesOf("answers").map((one) => meaning.parse(one["meaning"]).kind));
    const known =
      "ANSWER TRANSPORT SIGN_IN NOT_FOUND REGISTER TOO_LARGE MALFORMED ACCOUNT PAUSE REFUSED";
    expect(kinds).toEqual(new Set(known.split(" ")));
  });

  test("agree with the examples that RFC 8785 prints", () => {
    const canonical = casesOf("canonical-form").map((one) => one["canonical"]);
    expect(canonical).toContain('{"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]}');
    expect(canonical).toContain(`{"string":"€$\\u000f\\nA'B\\"\\\\\\\\\\"/"}`);
    expect(canonical).toContain(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin","€":"Euro Sign","😀":"Emoji","\ufb33":"Hebrew"}',
    );
  });
});
