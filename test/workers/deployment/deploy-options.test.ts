import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";

const repository = fileURLToPath(new URL("../../../", import.meta.url));

test("npm run deploy answers options out of range with a line for each, before it asks Temporal", async () => {
  const given = ["workers/operator/deploy.ts", "--ramp", "150", "--per-second", "0"];
  const { promise, resolve } = Promise.withResolvers<string>();
  const child = execFile(process.execPath, given, { cwd: repository }, (_error, _out, stderr) =>
    resolve(stderr),
  );
  const lines = (await promise).trim().split("\n");
  expect(child.exitCode).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(/^--ramp: .*100/),
    expect.stringMatching(/^--per-second: .*0/),
  ]);
});
