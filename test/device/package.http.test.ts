import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
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

test("The README of the packed library leads an empty project to an accepted operation", async () => {
  const pair = await buildPairInItsDay(api.deps.database.em, issuer);
  const readme = await readFile(join(project, "node_modules/@sideline/device/README.md"), "utf8");
  const [, example = ""] = /```js\n([^`]+)```/.exec(readme) ?? [];
  const tokens = { accessToken: pair.clientToken, refreshToken: "refresh", expiresInSeconds: 300 };
  const given = `const tokens = ${JSON.stringify(tokens)}; const renewAtYourProvider = async () => tokens;`;
  const program = `${given}\n${example.replace("http://127.0.0.1:3000", api.url)}`;
  await writeFile(join(project, "app.js"), program);

  const { stdout } = await run(process.execPath, ["app.js"], { cwd: project });

  expect(example.trim().split("\n").length).toBeLessThanOrEqual(28);
  expect(stdout).toBe("ACCEPTED\n");
});

test("The declarations of the packed library compile in an empty project and need no other package", async () => {
  const program = `import { openDevice, SqlFault, type Device } from "@sideline/device";
import { openNodeSql } from "@sideline/device/node";
export const kinds: [typeof openDevice, typeof openNodeSql] = [openDevice, openNodeSql];
export const isFull = (fault: unknown) => fault instanceof SqlFault && fault.kind === "FULL";
export const states = async (device: Device) => (await device.state()).waiting;
`;
  const wrong = `import type { Device } from "@sideline/device";
export const surface: Device["surface"] = "WEB";
`;
  await writeFile(join(project, "app.ts"), program);
  await writeFile(join(project, "wrong.ts"), wrong);

  await expect(compile("app.ts")).resolves.toMatchObject({ stdout: "" });
  await expect(compile("wrong.ts")).rejects.toMatchObject({
    stdout: expect.stringContaining("wrong.ts(2,14): error TS2322"),
  });
});

test("The report of the public surface is up to date (npm run device:pack)", async () => {
  expect(await readFile(ofDevice("api-report.txt"), "utf8")).toBe(await printApi());
});

/** Compiles one file of the project, with nothing but what is installed there. */
async function compile(file: string) {
  const tsc = new URL("../../node_modules/.bin/tsc", import.meta.url).pathname;
  const options = [
    "--noEmit",
    "--strict",
    "--module",
    "nodenext",
    "--target",
    "es2022",
    "--types",
    "",
  ];
  return await run(tsc, [...options, file], { cwd: project });
}
