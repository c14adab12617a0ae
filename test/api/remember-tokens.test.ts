import { afterEach, describe, expect, test } from "@jest/globals";
import type { JWTPayload } from "jose";
import { rememberTokens } from "../../api/guard/tokens/remember-tokens.ts";
import {
  closeGuard,
  findProvider,
  guardFor,
  openGuard,
  type Guard,
} from "../factories/bearer-guard.ts";
import { startTestIssuer } from "../harness/test-issuer.ts";

const MINUTE = 60_000;

interface World {
  now: number;
  keySet: number | null;
  current: boolean;
  verified: number;
  bad: boolean;
}

/** A memory whose clock, keys and verification a test moves, and how often it verified. */
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

describe("A token that was verified", () => {
  test("is not verified again for a minute, and then is", async () => {
    const { world, verify } = openMemory();
    await verify("a");
    world.now = MINUTE - 1;
    expect(await verify("a")).toEqual({ sub: "a" });
    expect(world.verified).toBe(1);
    world.now = MINUTE;
    await verify("a");
    expect(world.verified).toBe(2);
  });

  test("is itself only: a byte more, and it is another", async () => {
    const { world, verify } = openMemory();
    await verify("a");
    expect(await verify("ab")).toEqual({ sub: "ab" });
    expect(world.verified).toBe(2);
  });

  test("is verified anew with another set of keys, and while there is none", async () => {
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

  test("is not remembered when the keys changed while it was verified", async () => {
    const { world, verify } = openMemory();
    const first = verify("a");
    world.keySet = 2;
    await first;
    await verify("a");
    expect(world.verified).toBe(2);
  });

  test("is looked at anew once its time is over", async () => {
    const { world, verify } = openMemory();
    await verify("a");
    world.current = false;
    await verify("a");
    expect(world.verified).toBe(2);
  });

  test("is forgotten when ten thousand others came after it", async () => {
    const { world, verify } = openMemory();
    for (let n = 0; n <= 10_000; n += 1) await verify(`token ${n}`);
    await verify("token 10000");
    expect(world.verified).toBe(10_001);
    await verify("token 0");
    expect(world.verified).toBe(10_002);
  });
});

test("A token that was refused is verified each time", async () => {
  const { world, verify } = openMemory();
  world.bad = true;
  await expect(verify("a")).rejects.toThrow("refused");
  world.bad = false;
  expect(await verify("a")).toEqual({ sub: "a" });
  expect(world.verified).toBe(2);
});

describe("The guard", () => {
  let guard: Guard;
  afterEach(() => closeGuard(guard));

  test("refuses a remembered token whose key was withdrawn, as soon as it learns of it", async () => {
    guard = await openGuard({ cooldownMs: 0 });
    const token = await guard.issuer.sign();
    await guard.verify(token);
    await guard.issuer.rotate("dropped");
    await guard.verify(await guard.issuer.sign());
    await expect(guard.verify(token)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });

  test("judges a remembered sign-in by its provider as it is configured now", async () => {
    const issuer = await startTestIssuer();
    const known = await findProvider("google");
    if (known === null) throw new Error("Nobody has configured it");
    let current = known;
    guard = guardFor(issuer, {}, async () => current);
    const token = await issuer.sign({ claims: { identity_provider: "google" } });
    // Before the keys were seen nothing is remembered.
    await guard.verify(token);
    const before = await guard.verify(token);
    expect(before).toMatchObject({ providerRevision: known.revision, loginRefusal: null });
    expect(await guard.verify(token)).toBe(before);
    const config = { ...known.config, status: "DISABLED" as const };
    current = { ...known, config, revision: known.revision + 1 };
    const judged = { providerRevision: known.revision + 1, loginRefusal: "STATUS" };
    expect(await guard.verify(token)).toMatchObject({ ...before, ...judged });
  });

  test("refuses a remembered token that expires", async () => {
    guard = await openGuard();
    // Clocks may differ by 15 s: this one is good for a second more.
    const exp = Math.floor(Date.now() / 1000) - 13;
    const token = await guard.issuer.sign({ claims: { exp } });
    await guard.verify(token);
    await new Promise((done) => setTimeout(done, (exp + 15) * 1000 - Date.now() + 5));
    await expect(guard.verify(token)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });
});
