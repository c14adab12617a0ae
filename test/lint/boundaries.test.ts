import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { cleanHouse } from "./clean-house.ts";
import { floorViolations } from "./floor-violations.ts";
import { companions, habitViolations } from "./habit-violations.ts";
import { houseViolations } from "./house-violations.ts";
import { lintTree } from "./plant-tree.ts";
import { roomViolations } from "./room-violations.ts";

const violations = [...floorViolations, ...roomViolations, ...houseViolations, ...habitViolations];
const planted = Object.fromEntries(violations.map(({ file, source }) => [file, `${source}\n`]));
const findings = lintTree({ ...companions, ...planted });

describe("The linter refuses", () => {
  test.each(violations)("$file, because $law", ({ code, file }) => {
    const lawsBroken = codesOf(file).filter((found) => found.startsWith("house("));
    expect(codesOf(file)).toContain(code);
    expect(lawsBroken.filter((found) => found !== code)).toEqual([]);
  });

  test("at least one planted file for each rule of the house", () => {
    const plantedCodes = new Set(violations.map(({ code }) => code));
    const configuration = readFileSync(new URL("../../.oxlintrc.json", import.meta.url), "utf8");
    const rules = [...configuration.matchAll(/"house\/([a-z-]+)": "error"/g)];
    const codes = rules.map(([, name]) => `house(${name})`);
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.filter((code) => !plantedCodes.has(code))).toEqual([]);
  });
});

test("The linter accepts a house without violations", () => {
  expect(lintTree(cleanHouse)).toEqual([]);
});

function codesOf(file: string) {
  return findings.filter(({ filename }) => filename === file).map(({ code }) => code);
}
