import { afterEach, describe, expect, test } from "@jest/globals";
import type { JWTPayload } from "jose";
import { rememberTokens } from "../../api/guard/tokens/remember-tokens.ts";
import {
  closeGuard,
  findProvider,
  guardFor,
  openGuard,
  type Guard,
} from "../factories/api/bearer-guard.ts";
import { startTestIssuer } from "../harness/test-issuer.ts";

const MINUTE = 60_000;

describe("A verified token", () => {
  test("is verified again only after a minute", async () => {
    const { world, verify } = openMemory();
    await verify("a");
    world.now = MINUTE - 1;
    expect(await verify("a")).toEqual({ sub: "a" });
    expect(world.verified).toBe(1);
    world.now = MINUTE;
    await verify("a");
    expect(world.verified).toBe(2);
  });

  test("is cached as itself only: one byte more is another token", async () => {
    const { world, verify } = openMemory();
    await verify("a");
    expect(await verify("ab")).toEqual({ sub: "ab" });
    expect(world.verified).toBe(2);
  });

  test("is verified again with another key set, and while there is none", async () => {
    const { world, verify } = openMemory();
    await verify("a");
    world.keySet = 2;
    await verify("a");
    expect(world.verified).toBe(2);
    world.keySet = null;
    await verify("a");
    await verify("a");
    expect(world.verified).toBe(4);
  });

  test("is not cached if the keys changed during verification", async () => {
    const { world, verify } = openMemory();
    const first = verify("a");
    world.keySet = 2;
    await first;
    await verify("a");
    expect(world.verified).toBe(2);
  });

  test("is judged again after it expires", async () => {
    const { world, verify } = openMemory();
    await verify("a");
    world.current = false;
    await verify("a");
    expect(world.verified).toBe(2);
  });

  test("is evicted after ten thousand others", async () => {
    const { world, verify } = openMemory();
    for (let n = 0; n <= 10_000; n += 1) await verify(`token ${n}`);
    await verify("token 10000");
    expect(world.verified).toBe(10_001);
    await verify("token 0");
    expect(world.verified).toBe(10_002);
  });
});

test("A refused token is verified each time", async () => {
  const { world, verify } = openMemory();
  world.bad = true;
  await expect(verify("a")).rejects.toThrow("refused");
  world.bad = false;
  expect(await verify("a")).toEqual({ sub: "a" });
  expect(world.verified).toBe(2);
});

describe("The guard's token cache", () => {
  let guard: Guard;
  afterEach(() => closeGuard(guard));

  test("refuses a cached token whose key was withdrawn, as soon as the guard knows", async () => {
    guard = await openGuard({ cooldownMs: 0 });
    const token = await guard.issuer.sign();
    await guard.verify(token);
    await guard.issuer.rotate("dropped");
    await guard.verify(await guard.issuer.sign());
    await expect(guard.verify(token)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });

  test("judges a cached sign-in by the provider's present configuration", async () => {
    const issuer = await startTestIssuer();
    const known = await findProvider("google");
    if (known === null) throw new Error("The provider is not configured");
    let current = known;
    guard = guardFor(issuer, {}, async () => current);
    const token = await issuer.sign({ claims: { identity_provider: "google" } });
    // Before the keys were fetched nothing is cached.
    await guard.verify(token);
    const before = await guard.verify(token);
    expect(before).toMatchObject({ providerRevision: known.revision, loginRefusal: null });
    expect(await guard.verify(token)).toBe(before);
    const config = { ...known.config, status: "DISABLED" as const };
    current = { ...known, config, revision: known.revision + 1 };
    const judged = { providerRevision: known.revision + 1, loginRefusal: "STATUS" };
    expect(await guard.verify(token)).toMatchObject({ ...before, ...judged });
  });

  test("refuses a cached token that expires", async () => {
    guard = await openGuard();
    // Clocks may differ by 15 s: this token is valid for one more second.
    const exp = Math.floor(Date.now() / 1000) - 13;
    const token = await guard.issuer.sign({ claims: { exp } });
    await guard.verify(token);
    await new Promise((done) => setTimeout(done, (exp + 15) * 1000 - Date.now() + 5));
    await expect(guard.verify(token)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });
});

interface World {
  now: number;
  keySet: number | null;
  current: boolean;
  verified: number;
  bad: boolean;
}

/** A token cache whose clock, keys and verification a test controls, with a count of verifications. */
function openMemory() {
  const world: World = { now: 0, keySet: 1, current: true, verified: 0, bad: false };
  const { verify, recall } = rememberTokens(
    async (token): Promise<JWTPayload> => {
      world.verified += 1;
      if (world.bad) throw new Error("refused");
      return { sub: token };
    },
    { keySet: () => world.keySet, isCurrent: () => world.current, now: () => world.now },
  );
  return { world, verify, recall };
}
