import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import * as z from "zod";
import { printApi } from "../../tools/device/build-declarations.ts";
import { packDevice } from "../../tools/device/pack-device.ts";
import { buildPairInItsDay } from "../factories/accounts/signed-in-pair.ts";
import { useApi } from "../harness/use-api.ts";

const run = promisify(execFile);
const { api, issuer } = await useApi();
const ofDevice = (file: string) => new URL(`../../device/${file}`, import.meta.url);

/** An empty project in which the packed library is installed. */
let project: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "sideline-app-"));
  const tarball = await packDevice(project);
  await writeFile(join(project, "package.json"), JSON.stringify({ type: "module" }));
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: project });
});
afterAll(async () => await rm(project, { recursive: true }));

test("The README of the packed library leads an empty project to an accepted operation in at most twenty lines, which also compile", async () => {
  const pair = await buildPairInItsDay(api.deps.database.em, issuer);
  const readme = await readFile(join(project, "node_modules/@sideline/device/README.md"), "utf8");
  const [, example = ""] = /```js\n([^`]+)```/.exec(readme) ?? [];
  const tokens = { accessToken: pair.clientToken, refreshToken: "refresh", expiresInSeconds: 300 };
  const given = `const tokens = ${JSON.stringify(tokens)}; const renewAtYourProvider = async () => tokens;`;
  const program = `${given}\n${example.replace("http://127.0.0.1:3000", api.url)}`;
  await writeFile(join(project, "app.js"), program);
  await writeFile(join(project, "app.ts"), program);

  const faults = await compile(["app.ts"]);
  const { stdout } = await run(process.execPath, ["app.js"], { cwd: project });

  expect(example.trim().split("\n").length).toBeLessThanOrEqual(20);
  expect(faults).toEqual([]);
  expect(stdout).toBe("ACCEPTED\n");
});

/** A small program for each entry of the package. */
const PROGRAMS = {
  index: `import { openDevice, SqlFault, type Device } from "@sideline/device";
export const open: typeof openDevice = openDevice;
export const isFull = (fault: unknown) => fault instanceof SqlFault && fault.kind === "FULL";
export const states = async (device: Device) => (await device.state()).waiting;
export const entries = async (device: Device) => {
  const [scope] = await device.scopes();
  return (await (await scope?.part("centre"))?.entries())?.counts.waiting;
};`,
  centre: `import { centreView, entryView, languageOf } from "@sideline/device/centre";
import type { CentreEntries } from "@sideline/device";
const none: CentreEntries = { entries: [], counts: { attention: 0, waiting: 0, done: 0, accepted: 0 } };
export const summary: string = centreView(languageOf("de-CH"), none, { now: 0 }).summary;
export const views = none.entries.map((entry) => entryView("en", entry, { now: 0 }).what);`,
  react: `import { useEntries, usePart, useScope, useToday } from "@sideline/device/react";
import type { Device } from "@sideline/device";
export function useAll(device: Device): number {
  const scope = useScope(device);
  const day = useToday(scope).value?.tasks.length ?? 0;
  void usePart(scope, "centre").value?.refetch();
  return day + (useEntries(scope).value?.counts.waiting ?? 0);
}`,
  web: `import { deviceClient, browserChannel, openOpfsSql, serveDevice } from "@sideline/device/web";
import type { Device } from "@sideline/device";
const channel = browserChannel("CLIENT_MOBILE");
export const device: Device = deviceClient({ channel, surface: "CLIENT_MOBILE", uuid: () => "" });
export const worker = [openOpfsSql, serveDevice];`,
  expo: `import { openExpoFiles, openExpoSql, type ExpoDatabase, type ExpoFileSystem } from "@sideline/device/expo";
import type { Files, Sql } from "@sideline/device";
export const openFiles = async (system: ExpoFileSystem): Promise<Files> => await openExpoFiles(system, "files");
export const open = async (database: ExpoDatabase): Promise<Sql> => await openExpoSql(database);`,
  node: `import { openNodeSql, openFileVault } from "@sideline/device/node";
import type { Sql, Vault } from "@sideline/device";
export const open: [Promise<Sql>, Promise<Vault>] = [openNodeSql("a"), openFileVault("b")];`,
  testing: `import { makeFakeNetwork, makeMemoryDisk, makeMemoryVault, makeVirtualClock } from "@sideline/device/testing";
import type { Clock, Http, Sql, Vault } from "@sideline/device";
const http = makeFakeNetwork(() => Promise.reject(new Error()));
http.failNext("ANSWER_LOST", 502);
export const ports: { http: Http; sql: Sql; vault: Vault; clock: Clock } = {
  http, sql: makeMemoryDisk().open(), vault: makeMemoryVault(), clock: makeVirtualClock(),
};`,
};

test("The declarations of every entry compile in an empty project, need no other package, and refuse a wrong surface", async () => {
  const { exports } = z
    .object({ exports: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(await readFile(ofDevice("package.json"), "utf8")));
  const entries = Object.keys(PROGRAMS).map((name) => (name === "index" ? "." : `./${name}`));
  expect(Object.keys(exports).toSorted()).toEqual(entries.toSorted());
  const wrong = `import type { Device } from "@sideline/device";
export const surface: Device["surface"] = "WEB";
`;
  const programs = Object.entries({ ...PROGRAMS, wrong });
  for (const [name, text] of programs) await writeFile(join(project, `${name}.ts`), text);

  const faults = await compile(programs.map(([name]) => `${name}.ts`));

  expect(faults).toEqual([expect.stringContaining("wrong.ts(2,14): error TS2322")]);
});

test("Every entry of the packed library loads where its platform has what it needs", async () => {
  const names = ["", "/centre", "/expo", "/node", "/testing"];
  const imports = names.map((name) => `await import("@sideline/device${name}")`).join(", ");
  await writeFile(join(project, "load.js"), `console.log([${imports}].length)`);
  const { stdout } = await run(process.execPath, ["load.js"], { cwd: project });
  expect(stdout).toBe(`${names.length}\n`);
});

test("The report of the public surface is up to date (npm run device:pack)", async () => {
  expect(await readFile(ofDevice("api-report.txt"), "utf8")).toBe(await printApi());
});

/** The faults of files of the project, compiled with nothing but what is installed there. */
async function compile(files: readonly string[]): Promise<readonly string[]> {
  const tsc = new URL("../../node_modules/.bin/tsc", import.meta.url).pathname;
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022"];
  const compiled = run(tsc, [...options, "--types", "", ...files], { cwd: project });
  const { stdout } = await compiled.catch((error: unknown) => failedSchema.parse(error));
  return stdout.split("\n").filter((line) => line.includes("error TS"));
}

const failedSchema = z.object({ stdout: z.string() });
