import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import * as z from "zod";
import { COMPILED } from "../factories/workers/processes.ts";
import { freeStackPorts } from "../harness/free-stack-ports.ts";
import { surroundings } from "../harness/surroundings.ts";
import { findCommandLine } from "../../tools/processes/process-record.ts";
import { signIn } from "../../tools/stack/sign-in.ts";
import { type RunningStack, findStack } from "../../tools/stack/stack-file.ts";
import { startStack } from "../../tools/stack/start-stack.ts";
import type { StackOptions } from "../../tools/stack/stack-options.ts";

const dataDir = mkdtempSync(join(tmpdir(), "stack-"));
const ports = await freeStackPorts();
const options: StackOptions = {
  dataDir,
  ports,
  idp: "development",
  logLevel: "info",
  env: { ...surroundings, NODE_COMPILE_CACHE: COMPILED },
  terminal: null,
  color: false,
};

let stack = startStack(options);
let running: RunningStack;
beforeAll(async () => {
  running = await stack.ready;
});
afterAll(async () => {
  await stack.stop();
  rmSync(dataDir, { recursive: true });
});

test("the whole stack runs alone, each part ready", async () => {
  const [ready, ui] = await Promise.all([
    fetch(`${running.urls.api}/health/ready`),
    fetch(running.urls.temporalUi),
  ]);
  expect([ready.status, ui.status]).toEqual([200, 200]);
  const signedIn = await signIn({
    issuer: running.urls.provider,
    clientId: "sideline-web",
    email: "coach@example.com",
  });
  expect(signedIn.accessToken).toEqual(expect.any(String));
});

test("the phone of a stack signs in as each app, with nothing but its own settings, and its token opens the API", async () => {
  const phone = running.urls.phone ?? "";
  const settings = z
    .strictObject({
      issuer: z.string(),
      clients: z.strictObject({ CLIENT_MOBILE: z.string(), COACH_MOBILE: z.string() }),
      scope: z.string(),
      resource: z.string(),
    })
    .parse(await (await fetch(`${phone}config.json`)).json());
  const redirectUri = `${phone}callback`;
  const callback = await fetch(`${redirectUri}?code=c&state=s`);
  const page = await fetch(phone);
  expect([page.status, callback.status]).toEqual([200, 200]);
  expect(await callback.text()).toBe(await page.text());
  for (const clientId of Object.values(settings.clients)) {
    const { accessToken } = await signIn({
      issuer: settings.issuer,
      clientId,
      redirectUri,
      email: "phone@example.com",
    });
    const answer = await fetch(`${running.urls.api}/api/v1/auth/me`, {
      headers: { Authorization: `Bearer ${accessToken}` },
    });
    // The token counts; only the person has not registered.
    expect(await answer.json()).toMatchObject({ code: "REGISTRATION_REQUIRED" });
  }
  // The fetch standard's preflight and call, as the page sends them to the token endpoint.
  const { origin } = new URL(phone);
  const token = await fetch(`${settings.issuer}/token`, {
    method: "POST",
    headers: { origin },
    body: new URLSearchParams({ grant_type: "authorization_code", code: "none" }),
  });
  expect(token.headers.get("access-control-allow-origin")).toBe(origin);
});

test("a killed part is restarted", async () => {
  const worker = running.pids["worker"] ?? 0;
  process.kill(worker, "SIGKILL");
  await eventually(() => {
    const now = findStack(dataDir)?.pids["worker"];
    return now !== undefined && now !== worker;
  });
});

/** Kills a part as a power cut does; returns once another process has replaced it. */
async function killPart(name: string): Promise<void> {
  const before = findStack(dataDir)?.pids[name] ?? 0;
  process.kill(before, "SIGKILL");
  await eventually(() => {
    const now = findStack(dataDir)?.pids[name];
    return now !== undefined && now !== before;
  });
}

/** The readiness of the API; null while it does not answer. */
async function readiness(): Promise<{ status: number; text: string } | null> {
  try {
    const answer = await fetch(`${running.urls.api}/health/ready`);
    return { status: answer.status, text: await answer.text() };
  } catch {
    return null;
  }
}

/** Waits until all dependencies of the API are up. */
async function untilAllUp(): Promise<void> {
  for (;;) {
    const found = await readiness();
    if (found?.status === 200 && !found.text.includes("degraded")) return;
    await sleep(100);
  }
}

test.each(["postgres", "temporal"])(
  "%s is restarted after a kill, and the parts that depend on it continue",
  async (name) => {
    const { api: before } = findStack(dataDir)?.pids ?? {};
    await killPart(name);
    await untilAllUp();
    const again = await signIn({
      issuer: running.urls.provider,
      clientId: "sideline-web",
      email: "coach@example.com",
    });
    expect(again.accessToken).toEqual(expect.any(String));
    expect(findStack(dataDir)?.pids["api"]).toBe(before);
  },
  120_000,
);

test("stopping leaves no process, and the next start finds the data", async () => {
  const pids = Object.values(findStack(dataDir)?.pids ?? {});
  const first = await signIn({
    issuer: running.urls.provider,
    clientId: "sideline-web",
    email: "kept@example.com",
  });
  await stack.stop();
  expect(pids.map((pid) => findCommandLine(pid))).toEqual(pids.map(() => null));
  expect(findStack(dataDir)).toBeNull();

  expect(migrations()).toEqual(["migrated"]);
  stack = startStack(options);
  running = await stack.ready;
  expect(migrations()).toEqual(["migrated", "the schema is up to date"]);
  const again = await signIn({
    issuer: running.urls.provider,
    clientId: "sideline-web",
    email: "kept@example.com",
  });
  expect(again.subject).toBe(first.subject);
});

async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(100);
}

/** How each start found the schema: only an empty database is migrated. */
function migrations() {
  return readFileSync(join(dataDir, "logs", "migrate.log"), "utf8").match(
    /\bmigrated\b|the schema is up to date/g,
  );
}
