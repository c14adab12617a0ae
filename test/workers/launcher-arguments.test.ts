import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import { readLauncherArguments } from "../../tools/launcher-arguments.ts";
import { surroundings } from "../harness/surroundings.ts";

test.each([
  [[], "development"],
  [["--idp", "development"], "development"],
  [["--idp", "keycloak"], "keycloak"],
  [["--idp=keycloak"], "keycloak"],
])("%j starts with the provider %s", (args, idp) => {
  expect(readLauncherArguments(args)).toEqual({ idp });
});

test.each([
  [["--idp", "okta"], "--idp: has to be one of development, keycloak"],
  [["--idp"], "argument missing"],
  [["--unknown"], "--unknown"],
  [["keycloak"], "keycloak"],
])("%j is refused", (args, why) => {
  expect(() => readLauncherArguments(args)).toThrow(why);
});

test("npm start with a wrong argument prints its usage, starts nothing and fails", async () => {
  const child = spawn(process.execPath, ["tools/start.ts", "--idp", "okta"], {
    env: { ...surroundings },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [output] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect([child.exitCode, output]).toEqual([1, expect.stringContaining("development, keycloak")]);
});
