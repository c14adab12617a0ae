import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import * as z from "zod";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { notifyProvider } from "../../tools/provider/control.ts";
import {
  openProviderKeys,
  publishedKeys,
  rotateKeys,
  withoutExpired,
} from "../../tools/provider/keys.ts";
import { startProvider } from "../../tools/provider/start-provider.ts";
import { signIn } from "../../tools/stack/sign-in.ts";

const directory = mkdtempSync(join(tmpdir(), "provider-"));
const [port = 0] = await findFreePorts(1);
const options = {
  port,
  directory,
  audience: "sideline-api",
  backchannelLogoutUri: "http://127.0.0.1:9/logout",
};
let provider = await startProvider({ ...options, publishedFirstMs: 300 });
afterAll(async () => {
  await provider.stop();
  rmSync(directory, { recursive: true });
});
const { issuer } = provider;

const KeySet = z.object({ keys: z.array(z.object({ kid: z.string() })) });

const Place = z.object({ url: z.string(), token: z.string() });

test("a rotation signs with a key that was published before, and keeps the former one published", async () => {
  const before = await publishedIds();
  const old = await tokenOf("a@example.com");
  expect(old.kid).toBe(before[0]);
  const output = await notifyProvider(directory, "rotate");
  const after = await publishedIds();
  expect(after).toEqual([before[1], expect.any(String), before[0]]);
  expect(output).toContain(`Key ${after[0]} signs now. ${before[0]} stays published until`);
  expect((await tokenOf("a@example.com")).kid).toBe(before[1]);
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`));
  await expect(jwtVerify(old.accessToken, keys, { issuer })).resolves.toBeDefined();
});

test("three concurrent rotations run in sequence, each key published for its time first", async () => {
  const startedAt = performance.now();
  await Promise.all([1, 2, 3].map(() => notifyProvider(directory, "rotate")));
  expect(performance.now() - startedAt).toBeGreaterThan(550);
  expect(await publishedIds()).toHaveLength(6);
});

test("a key whose last token has expired is no longer published", async () => {
  const keys = await rotateKeys(await openProviderKeys(null));
  expect(publishedKeys(withoutExpired(keys))).toHaveLength(3);
  const late = keys.former.map((former) => ({ ...former, until: "2020-01-01T00:00:00.000Z" }));
  expect(publishedKeys(withoutExpired({ ...keys, former: late }))).toHaveLength(2);
});

test("a stopped provider answers nobody, and returns with the same keys and sessions at the same address", async () => {
  const before = await publishedIds();
  expect(await notifyProvider(directory, "down")).toContain("npm run idp:up");
  expect(await notifyProvider(directory, "down")).toContain("is down");
  await expect(fetch(`${issuer}/jwks`)).rejects.toThrow();
  expect(await notifyProvider(directory, "up")).toBe("The provider is up.");
  expect(await notifyProvider(directory, "up")).toBe("The provider is up.");
  expect(await publishedIds()).toEqual(before);
});

test("keys and the control address are readable by the owner only, and survive a restart", async () => {
  for (const file of ["keys.json", "control.json"]) {
    expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
  }
  const before = await publishedIds();
  const place = readPlace();
  await provider.stop();
  await expect(notifyProvider(directory, "up")).rejects.toThrow();
  provider = await startProvider(options);
  expect(await publishedIds()).toEqual(before);
  expect(readPlace().token).not.toBe(place.token);
});

test.each([
  ["no token", "POST", "/down", undefined, 401],
  ["another token", "POST", "/down", "Bearer guessed", 401],
  ["no such command", "POST", "/stop", "the right one", 404],
  ["a link that a person followed", "GET", "/down", "the right one", 404],
])("the control interface refuses %s", async (_title, method, path, authorization, status) => {
  const { url, token } = readPlace();
  const headers = new Headers();
  if (authorization !== undefined) {
    headers.set(
      "authorization",
      authorization === "the right one" ? `Bearer ${token}` : authorization,
    );
  }
  const response = await fetch(`${url}${path}`, { method, headers });
  expect(response.status).toBe(status);
  expect(await publishedIds()).not.toHaveLength(0);
});

async function publishedIds() {
  const response = await fetch(`${issuer}/jwks`);
  return KeySet.parse(await response.json()).keys.map(({ kid }) => kid);
}

async function tokenOf(email: string) {
  const { accessToken } = await signIn({ issuer, clientId: "sideline-web", email });
  return { accessToken, kid: decodeProtectedHeader(accessToken).kid };
}

function readPlace() {
  return Place.parse(JSON.parse(readFileSync(join(directory, "control.json"), "utf8")));
}
