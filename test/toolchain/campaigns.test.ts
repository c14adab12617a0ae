import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { CAMPAIGNS } from "../harness/campaigns.ts";

const root = new URL("../../", import.meta.url);
const tests = globSync("test/**/*.test.ts", { cwd: root });
const textOf = (file: string) => readFileSync(new URL(file, root), "utf8");

const patterns = Object.entries(CAMPAIGNS).flatMap(([name, { files }]) =>
  files.map((pattern) => ({ name, pattern })),
);

test.each(patterns)("The campaign $name plays at least one file named $pattern", ({ pattern }) => {
  expect(tests.filter((file) => file.includes(pattern))).not.toEqual([]);
});

describe("A test whose size a variable sets", () => {
  const sized = tests.flatMap((file) =>
    [...textOf(file).matchAll(/\bcampaignSize\("(\w+)"/g)].map(([, name]) => ({
      file,
      variable: `SIDELINE_${name}`,
    })),
  );

  test.each(sized)("$file is played by a campaign that sets $variable", ({ file, variable }) => {
    const playing = Object.values(CAMPAIGNS).filter(
      ({ env, files }) =>
        Object.keys(env).includes(variable) && files.some((pattern) => file.includes(pattern)),
    );
    expect(playing).not.toEqual([]);
  });
});
