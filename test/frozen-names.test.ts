import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { allNames } from "./frozen/all-names.ts";

const frozen = z
  .record(z.string(), z.array(z.string()))
  .parse(JSON.parse(readFileSync(new URL("frozen/names.json", import.meta.url), "utf8")));
const names = await allNames();

const missing = (found: readonly string[], of: readonly string[]) => {
  const known = new Set(found);
  return of.filter((name) => !known.has(name));
};

describe("The names that stored data, histories and other systems use", () => {
  test.each(Object.keys(names))("include every earlier one unchanged: %s", (kind) => {
    expect(missing(names[kind] ?? [], frozen[kind] ?? [])).toEqual([]);
  });

  test("are all in test/frozen/names.json; `npm run names:add` adds new ones", () => {
    const added = Object.entries(names).map(
      ([kind, found]) => [kind, missing(frozen[kind] ?? [], found)] as const,
    );
    expect(added.filter(([, found]) => found.length > 0)).toEqual([]);
  });

  test("are never read as empty for a kind", () => {
    expect(Object.entries(names).filter(([, found]) => found.length === 0)).toEqual([]);
    expect(Object.keys(names).toSorted()).toEqual(Object.keys(frozen).toSorted());
  });
});
