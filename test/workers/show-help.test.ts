import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import * as z from "zod";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(`${repository}package.json`, "utf8")));
/** Commands that are one file run by Node. */
const commands = Object.entries(scripts).filter(
  ([name, script]) =>
    /^node (tools|workers|bench|test\/harness)\//.test(script) && name !== "histories:record",
);

test("the list of commands is not empty", () => {
  expect(commands.length).toBeGreaterThan(15);
});

test.each(commands)("npm run %s handles --help before it does anything", (_name, script) => {
  const [, file = ""] = script.split(" ");
  expect(readFileSync(`${repository}${file}`, "utf8")).toMatch(
    /^(const wanted = readChapter|showHelp)\(/m,
  );
});

// Starting a process takes a second; two commands stand for all, because all use the same function.
test.each(["reset", "idp:down"])("npm run %s -- --help prints its usage", async (name) => {
  const [, file = "", ...given] = (scripts[name] ?? "").split(" ");
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [`${repository}${file}`, ...given, "--help"],
    { cwd: repository },
  );
  expect(stdout).toMatch(/npm (run|start)/);
  expect(stderr).toBe("");
});
