import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { decodeJwt } from "jose";
import { z } from "zod";
import { openKeycloakPerson } from "../../tools/keycloak/keycloak-person.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { findCommandLine } from "../../tools/processes/process-record.ts";
import { signInAtStack } from "../../tools/stack/sign-in-at-stack.ts";
import { type RunningStack, findStack } from "../../tools/stack/stack-file.ts";
import { startStack } from "../../tools/stack/start-stack.ts";
import type { StackOptions } from "../../tools/stack/stack-options.ts";
import { registrationForm } from "../factories/accounts/identity.ts";
import { freeStackPorts } from "../harness/free-stack-ports.ts";
import { surroundings } from "../harness/surroundings.ts";

/** Starting Java is slow, and happens twice if the program is prepared first. */
const START_LIMIT_MS = 600_000;

const dataDir = mkdtempSync(join(tmpdir(), "stack-keycloak-"));
const ports = await freeStackPorts();
const options: StackOptions = {
  dataDir,
  ports,
  idp: "keycloak",
  logLevel: "info",
  env: surroundings,
  terminal: null,
  color: false,
};

let stack = startStack(options);
let running: RunningStack;
beforeAll(async () => {
  running = await stack.ready;
}, START_LIMIT_MS);
afterAll(async () => {
  await stack.stop();
  rmSync(dataDir, { recursive: true });
}, START_LIMIT_MS);

const COACH = { clientId: "sideline-web", email: "coach@example.com" };

const me = (token: string) => call("GET", "/api/v1/auth/me", token);

test("The stack runs with Keycloak instead of the development provider", async () => {
  const { accessToken } = await signInAtStack(running, { ...COACH, roles: ["support"] });
  expect(decodeJwt(accessToken)).toMatchObject({
    iss: `http://127.0.0.1:${ports.provider}/realms/sideline`,
    email: COACH.email,
    email_verified: true,
    roles: ["support"],
    acr: "2fa",
  });
  const registered = await call(
    "POST",
    "/api/v1/auth/coach-registration",
    accessToken,
    registrationForm(),
  );
  expect(registered.status).toBe(200);
  expect(await me(accessToken)).toMatchObject({ status: 200 });
  expect(Object.keys(running.pids).toSorted()).toEqual(
    [
      "api",
      "exercise-provider",
      "keycloak",
      "mailbox",
      "postgres",
      "relay",
      "temporal",
      "worker",
    ].toSorted(),
  );
});

test("The next sign-in removes roles that its token does not name", async () => {
  const { accessToken } = await signInAtStack(running, COACH);
  expect(decodeJwt(accessToken)).not.toHaveProperty("roles");
});

const Email = z.object({ to: z.string(), text: z.string() });

/** The link in the mail to a person, once it has arrived. */
async function linkTo(email: string): Promise<string> {
  const folder = join(dataDir, "mailbox");
  for (;;) {
    const emails = readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => Email.parse(JSON.parse(readFileSync(join(folder, name), "utf8"))));
    const text = emails.find(({ to }) => to === email)?.text;
    if (text !== undefined) return /http:\S+action-token\S+/.exec(text)?.[0] ?? "";
    await sleep(100);
  }
}

async function registerAnew(email: string) {
  const { issuer, clientId, redirectUri } = {
    issuer: running.urls.provider,
    clientId: "sideline-coach-mobile",
    redirectUri: "app.sideline.coach:/callback",
  };
  const person = await openKeycloakPerson({ issuer, clientId, redirectUri });
  return await person.register({ email, password: "Aa1-only-for-this-test" }, () => linkTo(email));
}

test("A person who registers by the form finds the mail in the mailbox page", async () => {
  const { accessToken } = await registerAnew("anew@example.com");
  expect((await me(accessToken)).text).toContain("REGISTRATION_REQUIRED");
  const page = await (await fetch(running.urls.mailbox)).text();
  expect(page).toContain("anew@example.com");
});

test(
  "Stopping the stack leaves no process, and the next start works with other ports around Keycloak",
  async () => {
    const pids = Object.values(findStack(dataDir)?.pids ?? {});
    await stack.stop();
    expect(pids.map((pid) => findCommandLine(pid))).toEqual(pids.map(() => null));
    await expect(fetch(running.urls.provider)).rejects.toThrow();

    const [otherApi = 0, otherMailbox = 0] = await findFreePorts(2);
    const moved = { ...ports, api: otherApi, mailbox: otherMailbox };
    stack = startStack({ ...options, ports: moved });
    running = await stack.ready;
    const { accessToken } = await signInAtStack(running, COACH);
    expect(await me(accessToken)).toMatchObject({ status: 200 });
    // Keycloak now knows the new address of the mail server.
    await registerAnew("later@example.com");
  },
  START_LIMIT_MS,
);

async function call(method: "GET" | "POST", path: string, token: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const response = await fetch(`${running.urls.api}${path}`, { ...init, headers });
  return { status: response.status, text: await response.text() };
}
