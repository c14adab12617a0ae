import { describe, expect, test } from "@jest/globals";
import { isAtLeast } from "../../tools/processes/is-at-least.ts";
import { nameOf, readLockfile } from "../../tools/supply/lockfile.ts";
import { interpolate, readParts } from "../../tools/production/shape/compose-file.ts";
import { LEAST_IMAGES, LEAST_PACKAGES, type LeastVersion } from "./least-versions.ts";

const used = [...readLockfile()].map(([path, one]) => [nameOf(path, one), one.version] as const);
const images = [...readParts().values()].map(({ image }) => {
  const [name = "", version = ""] = interpolate(image, {}).split(/[:@]/);
  return [name, version] as const;
});

describe.each([
  ["package", LEAST_PACKAGES, used],
  ["image", LEAST_IMAGES, images],
] as const)("each %s of the table", (_kind, table, found) => {
  test.each(table)("$name is at least $least: $why", (row) => {
    const versions = found.filter(([name]) => isNamed(name, row));
    expect(versions.length).toBeGreaterThan(0);
    expect(versions.filter(([, version]) => !satisfies(version, row))).toEqual([]);
  });
});

describe("a version", () => {
  const proto = { name: "protobufjs", least: ["7.5.6", "8.0.2"], why: "" };
  test.each([
    ["6.11.4", false],
    ["7.5.5", false],
    ["7.5.6", true],
    ["7.10.0", true],
    ["8.0.1", false],
    ["8.0.2", true],
    ["9.0.0", true],
  ])("%s is allowed where 7.5.6 and 8.0.2 are required: %s", (version, expected) => {
    expect(satisfies(version, proto)).toBe(expected);
  });

  test.each([
    ["18.4", "18.4", true],
    ["18.3", "18.4", false],
    ["18.4.0-beta.17", "18.4.0", true],
    ["1.9.0", "1.30.3", false],
    ["1.30.3", "1.30", true],
  ])("%s is at least %s: %s", (version, least, expected) => {
    expect(isAtLeast(version, least)).toBe(expected);
  });
});

function isNamed(name: string, { name: pattern }: LeastVersion) {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/** Uses the least version of the same major version; a major version that is not listed must be later than all. */
function satisfies(version: string, { least }: LeastVersion): boolean {
  const sameMajor = least.find((one) => one.split(".")[0] === version.split(".")[0]);
  return isAtLeast(version, sameMajor ?? least.at(-1) ?? "");
}
