import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "@jest/globals";
import { openProviderKeys } from "../../api/guard/provider-keys.ts";
import { startTestIssuer } from "../harness/test-issuer.ts";
import { closeGuard, guardFor, openGuard } from "../factories/api/bearer-guard.ts";
import { eventually } from "../factories/eventually.ts";
import pino from "pino";

const unavailable = {
  name: "Refusal",
  code: "UNAVAILABLE",
  details: expect.objectContaining({ retryAfterSeconds: expect.any(Number) }),
};

const log = pino({ level: "silent" });

describe("The provider's keys:", () => {
  test("a new key is fetched on its first token", async () => {
    const guard = await openGuard({ cooldownMs: 0 });
    await guard.verify(await guard.issuer.sign());
    await guard.issuer.rotate();
    expect(await guard.verify(await guard.issuer.sign())).toMatchObject({ subject: "somebody" });
    await closeGuard(guard);
  });

  test("known keys keep serving while the provider is down, and an unknown key is 503", async () => {
    const guard = await openGuard({ cooldownMs: 0 });
    const token = await guard.issuer.sign();
    await guard.verify(token);
    expect(guard.keys.state()).toEqual({ state: "up", reason: null });
    await guard.issuer.rotate();
    const unknown = await guard.issuer.sign();
    guard.issuer.setAway(true);
    await expect(guard.verify(unknown)).rejects.toMatchObject(unavailable);
    expect(await guard.verify(token)).toMatchObject({ subject: "somebody" });
    expect(guard.keys.state()).toMatchObject({ state: "degraded", reason: expect.any(String) });
    guard.issuer.setAway(false);
    // A fetch that began while it was down may still run, and fails for callers that join it.
    const learnt = await eventually(
      () => guard.verify(unknown).catch(() => null),
      (found) => found !== null,
    );
    expect(learnt).toMatchObject({ subject: "somebody" });
    await closeGuard(guard);
  });

  test("unknown keys are 503 and never 401, and are fetched without a request", async () => {
    const issuer = await startTestIssuer();
    issuer.setAway(true);
    const guard = guardFor(issuer, { cooldownMs: 50 });
    await expect(guard.verify(await issuer.sign())).rejects.toMatchObject(unavailable);
    expect(guard.keys.state()).toMatchObject({ state: "down" });
    expect(guard.keys.tokenOrigin()).toBeNull();
    issuer.setAway(false);
    for (let tries = 0; guard.keys.state().state !== "up" && tries < 100; tries += 1)
      await pause(20);
    expect(guard.keys.state()).toEqual({ state: "up", reason: null });
    expect(guard.keys.tokenOrigin()).toBe(issuer.issuer);
    await closeGuard(guard);
  });

  test("keys beyond their maximum age no longer serve", async () => {
    const guard = await openGuard({ staleMs: 100, cooldownMs: 0 });
    const token = await guard.issuer.sign();
    await guard.verify(token);
    guard.issuer.setAway(true);
    await pause(150);
    await expect(guard.verify(token)).rejects.toMatchObject(unavailable);
    await closeGuard(guard);
  });

  test("many tokens at once cause one fetch", async () => {
    const issuer = await startTestIssuer();
    const guard = guardFor(issuer, {});
    const token = await issuer.sign();
    await Promise.all(Array.from({ length: 20 }, () => guard.verify(token)));
    expect(issuer.requests()).toBe(2);
    await closeGuard(guard);
  });

  test("the metadata of another issuer under this address is refused", async () => {
    const issuer = await startTestIssuer();
    const keys = openProviderKeys({ issuer: `${issuer.issuer}/realm`, log });
    for (let tries = 0; issuer.requests() === 0 && tries < 100; tries += 1) await pause(10);
    await pause(50);
    expect(keys.state()).toMatchObject({ state: "down" });
    keys.close();
    await issuer.close();
  });
});
