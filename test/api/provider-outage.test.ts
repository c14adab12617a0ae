import { setTimeout as realPause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import pino from "pino";
import { openAccessTokens } from "../../api/guard/open-access-tokens.ts";
import { openProviderKeys } from "../../api/guard/provider-keys.ts";
import { knownProvider } from "../../activities/providers/provider-sources.ts";
import { TEST_AUDIENCE, TEST_CLIENTS, TEST_MACHINES } from "../harness/test-clients.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";
import { TEST_PROVIDERS } from "../harness/test-providers.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const STEP = 5 * SECOND;

let provider: TestIssuer;
beforeEach(async () => {
  provider = await startTestIssuer();
  // Sockets run in real time; every delay of our code is simulated.
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
});
afterEach(async () => {
  jest.useRealTimers();
  await provider.close();
});

describe("While the provider is down for an hour", () => {
  test("valid tokens are served, it is asked at most twice a minute, and no answer is a false 401", async () => {
    const guard = openGuard();
    expect(await guard.verify(await provider.sign())).toMatchObject({ subject: "somebody" });
    await pass(10 * MINUTE);
    provider.setAway(true);
    const calls: number[] = [];
    let before = await countRequests();
    for (let minute = 0; minute < 60; minute += 1) {
      for (let second = 0; second < 60; second += 15) {
        expect(await guard.verify(await provider.sign())).toMatchObject({ subject: "somebody" });
        await pass(15 * SECOND);
      }
      const after = await countRequests();
      calls.push(after - before);
      before = after;
    }
    expect(Math.max(...calls)).toBeLessThanOrEqual(2);
    expect(guard.keys.state()).toMatchObject({ state: "degraded" });
    // The provider made this key just before it went down. We cannot know it, so it is not 401 either.
    const unknown = await provider.sign({ header: { kid: "made-before-it-died" } });
    await expect(guard.verify(unknown)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    provider.setAway(false);
    await pass(2 * MINUTE);
    expect(guard.keys.state()).toEqual({ state: "up", reason: null });
    guard.keys.close();
  });

  test("a thousand tokens of unknown keys cause no additional requests", async () => {
    const guard = openGuard();
    await guard.verify(await provider.sign());
    await pass(10 * MINUTE);
    provider.setAway(true);
    const before = await countRequests();
    // Less than a full minute, after which the next fetch is due.
    for (let second = 0; second < 55; second += 5) {
      const token = await provider.sign({ header: { kid: `unknown-${second}` } });
      const answers = Array.from({ length: 80 }, () => guard.verify(token));
      const settled = await Promise.allSettled(answers);
      expect(new Set(settled.map(({ status }) => status))).toEqual(new Set(["rejected"]));
      await pass(5 * SECOND);
    }
    expect((await countRequests()) - before).toBeLessThanOrEqual(2);
    expect(await guard.verify(await provider.sign())).toMatchObject({ subject: "somebody" });
    guard.keys.close();
  });
});

test("Through three key rotations no valid token is refused, whichever key signed it", async () => {
  const guard = openGuard();
  await guard.verify(await provider.sign());
  for (let rotation = 0; rotation < 3; rotation += 1) {
    const former = await provider.sign();
    await provider.rotate("kept");
    const answers = await Promise.all(
      [former, await provider.sign(), await provider.sign()].map((token) => guard.verify(token)),
    );
    expect(answers.map(({ subject }) => subject)).toEqual(["somebody", "somebody", "somebody"]);
    for (let minute = 0; minute < 4; minute += 1) {
      await pass(MINUTE);
      expect(await guard.verify(former)).toMatchObject({ subject: "somebody" });
      expect(await guard.verify(await provider.sign())).toMatchObject({ subject: "somebody" });
    }
  }
  guard.keys.close();
});

test("A key that the provider dropped serves only until the next fetch", async () => {
  const guard = openGuard();
  const former = await provider.sign({ claims: { exp: Math.floor(Date.now() / 1000) + 3600 } });
  await guard.verify(former);
  await provider.rotate();
  await pass(6 * MINUTE);
  await expect(guard.verify(former)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  guard.keys.close();
});

/** The guard with the product's own intervals. */
function openGuard() {
  const { issuer } = provider;
  const keys = openProviderKeys({ issuer, log: pino({ level: "silent" }) });
  const { verify } = openAccessTokens({
    issuer,
    audience: TEST_AUDIENCE,
    clients: TEST_CLIENTS,
    machines: TEST_MACHINES,
    keys,
    findProvider: async (alias = "email-password") => {
      const known = knownProvider(TEST_PROVIDERS.sources, alias, null);
      return known && { ...known, health: null };
    },
    testSubjects: new Set(),
  });
  return { keys, verify: (token: string) => verify([`Bearer ${token}`]) };
}

/** Lets simulated time pass, and its consequences happen. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP) {
    jest.advanceTimersByTime(Math.min(STEP, ms - passed));
    await realPause(4);
  }
}

/** Requests so far, including those that simulated time started and that still travel in real time. */
async function countRequests(): Promise<number> {
  await realPause(50);
  return provider.requests();
}
