import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "@jest/globals";
import { describeStack } from "../../tools/stack/describe-stack.ts";
import { takeLauncherLock } from "../../tools/processes/launcher-lock.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { startProvider } from "../../tools/provider/start-provider.ts";
import { type RunningStack, writeStack } from "../../tools/stack/stack-file.ts";
import { surroundings } from "../harness/surroundings.ts";

const dataDir = mkdtempSync(join(tmpdir(), "away-"));
const [provider = 0, nobody = 0] = await findFreePorts(2);
const lock = takeLauncherLock(dataDir);
const running = await startProvider({
  port: provider,
  directory: join(dataDir, "provider"),
  audience: "sideline-api",
  backchannelLogoutUri: `http://127.0.0.1:${nobody}/logout`,
});
afterAll(() => {
  lock.release();
  rmSync(dataDir, { recursive: true });
});

const token = (...args: readonly string[]) => run("tools/token.ts", ...args);
const idp = (command: string) => run("tools/idp.ts", command);

test("a stack that is still starting is distinguished from a missing one", async () => {
  expect(await token("coach@example.com")).toMatchObject({
    code: 1,
    error: expect.stringContaining("still starting"),
  });
});

test("the token command prints a token while the provider is up, and its usage after a mistake", async () => {
  pretend(null);
  const got = await token("coach@example.com");
  expect([got.code, got.error]).toEqual([0, ""]);
  expect(got.output.split(".")).toHaveLength(3);
  expect(await token("nobody")).toMatchObject({
    code: 1,
    error: expect.stringContaining("Prints"),
  });
});

test("while the provider is down, the token command says so and how to bring it back", async () => {
  const { urls } = pretend(null);
  expect((await idp("down")).code).toBe(0);
  const refused = await token("coach@example.com");
  expect(refused).toMatchObject({ code: 1, output: "" });
  expect(refused.error).toContain(`The identity provider does not answer at ${urls.provider}.`);
  expect(refused.error).toContain("npm run idp:up");
  expect(refused.error).not.toContain("fetch failed");
  expect(await idp("up")).toMatchObject({ code: 0, output: "The provider is up.\n" });
  expect((await token("coach@example.com")).code).toBe(0);
});

test("with Keycloak, the commands of the development provider say that they do not apply", async () => {
  const url = `http://127.0.0.1:${nobody}`;
  pretend({ url, adminPassword: "unused", redirectUris: {} });
  for (const command of ["rotate", "down", "up"]) {
    const refused = await idp(command);
    expect(refused).toMatchObject({ code: 1, output: "" });
    expect(refused.error).toContain(`belongs to the development provider`);
    expect(refused.error).toContain(`${url}/admin`);
  }
});

test("if Keycloak is away, the token command says so; commands of the development provider are refused", async () => {
  pretend({ url: `http://127.0.0.1:${nobody}`, adminPassword: "unused", redirectUris: {} });
  const away = await token("coach@example.com");
  expect(away).toMatchObject({ code: 1, error: expect.stringContaining("logs/keycloak.log") });
  for (const args of [["+4915112345678"], ["a@example.com", "--provider", "google"]]) {
    const refused = await token(...args);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.error).toContain("need the development provider");
  }
  expect((await token("a@example.com", "--role", "admin")).error).toContain("--client web");
});

test("if the provider is gone altogether, its own commands say so", async () => {
  pretend(null);
  await running.stop();
  const refused = await idp("up");
  expect(refused).toMatchObject({ code: 1, output: "" });
  expect(refused.error).toContain("logs/provider.log");
});

/** Records a stack as if all of it but the provider were away. */
function pretend(keycloak: Parameters<typeof describeStack>[2]): RunningStack {
  const ports = {
    api: nobody,
    mailbox: nobody,
    exercises: nobody,
    temporal: nobody,
    temporalUi: nobody,
  };
  const database = { url: "postgresql://nobody", ownerUrl: "postgresql://nobody" };
  const stack = describeStack({ ...ports, provider, postgres: nobody }, database, keycloak);
  writeStack(dataDir, { ...stack, pids: {} });
  return { ...stack, pids: {} };
}

/** Runs a command of the repository on that stack. */
async function run(...args: readonly string[]) {
  const child = spawn(process.execPath, [...args], {
    env: { ...surroundings, SIDELINE_DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const streams = [text(child.stdout), text(child.stderr)];
  const [[output = "", error = ""]] = await Promise.all([
    Promise.all(streams),
    once(child, "close"),
  ]);
  return { code: child.exitCode, output, error };
}
