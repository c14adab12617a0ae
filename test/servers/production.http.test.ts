import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { PORT_VARIABLES } from "../../tools/launcher-config.ts";
import { NATIVE_PARTS } from "../../tools/production/shape/native-parts.ts";
import { startProduction } from "../../tools/production/start-production.ts";
import { findCommandLine } from "../../tools/processes/process-record.ts";
import { signInAtStack } from "../../tools/stack/sign-in-at-stack.ts";
import { type RunningStack, requireStack } from "../../tools/stack/stack-file.ts";
import { eventually } from "../factories/eventually.ts";
import { COMPILED } from "../factories/workers/processes.ts";
import { freeStackPorts } from "../harness/free-stack-ports.ts";
import { surroundings } from "../harness/surroundings.ts";

/** Below the ephemeral ports, and above those that other tests draw. */
const FIRST_INNER_PORT = 31_000;

const dataDir = mkdtempSync(join(tmpdir(), "production-"));
const ports = await freeStackPorts();
const env = { ...surroundings, NODE_COMPILE_CACHE: COMPILED };
const production = startProduction({
  dataDir,
  ports,
  firstInnerPort: FIRST_INNER_PORT,
  logLevel: "info",
  env,
  terminal: null,
  color: false,
});
let running: RunningStack;
beforeAll(async () => {
  running = await production.ready;
}, 900_000);
afterAll(async () => {
  await production.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 120_000);

const members = Object.values(NATIVE_PARTS).flat();
const pidOf = (name: string) => requireStack(dataDir).pids[name];

test("each process that runs all the time has its own, and people sign in through the proxy", async () => {
  const once = ["migrate", "temporal-schema", "temporal-namespace"];
  const lasting = members.filter((name) => !once.includes(name));
  expect(lasting.filter((name) => pidOf(name) === undefined)).toEqual([]);
  expect(await statusOf("/api/v1/auth/me")).toBe(401);
  const { accessToken } = await signInAtStack(running, {
    clientId: "sideline-web",
    email: "coach@example.com",
  });
  expect([200, 403]).toContain(await statusOf("/api/v1/auth/me", accessToken));
});

test("Prometheus reads every process of the product", async () => {
  const address = `http://127.0.0.1:${running.ports["prometheus"]}/api/v1/query?query=up`;
  await eventually(
    async () => (await (await fetch(address)).text()).match(/"value":\[[^\]]+,"1"\]/g)?.length,
    (count) => count === 6,
  );
});

test("the day of the tour goes on while one of each process is killed", async () => {
  const tour = spawn(process.execPath, ["tools/tour.ts"], {
    env: { ...env, ...portVariables(), SIDELINE_DATA_DIR: dataDir },
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => tour.once("exit", resolve));
  for (const name of ["worker-1", "relay-1", "temporal-history-1", "api-1"]) {
    const old = pidOf(name) ?? 0;
    process.kill(old, "SIGKILL");
    await eventually(
      async () => pidOf(name),
      (pid) => pid !== undefined && pid !== old,
    );
    expect(await statusOf("/health/ready")).toBe(200);
  }
  expect(await ended).toBe(0);
}, 600_000);

test("all processes end with the stop", async () => {
  const pids = Object.values(requireStack(dataDir).pids);
  await production.stop();
  expect(pids.filter((pid) => findCommandLine(pid) !== null)).toEqual([]);
}, 120_000);

async function statusOf(path: string, token?: string): Promise<number> {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return (await fetch(`${running.urls.api}${path}`, { headers })).status;
}

function portVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(PORT_VARIABLES).map(([name, variable]) => [
      variable,
      String(running.ports[name]),
    ]),
  );
}
