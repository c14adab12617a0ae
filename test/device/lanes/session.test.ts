import { describe, expect, test } from "@jest/globals";
import type { SignIn } from "../../../device/ports/sign-in.ts";
import { buildDeviceStage, newTokens } from "../../factories/device/device-stage.ts";
import { problem, success } from "../../factories/device/fake-api.ts";

const TODAY = { method: "GET", path: "/api/v1/client/today" } as const;
const MINUTE = 60_000;

/** A phone whose server accepts only the tokens of the test, and whose provider the test controls. */
async function built(renewal: (refreshToken: string) => ReturnType<SignIn["renew"]>) {
  const renewals: string[] = [];
  const refused = new Set<string>();
  const used: string[] = [];
  const stage = await buildDeviceStage({
    signIn: {
      renew: async (refreshToken) => {
        renewals.push(refreshToken);
        return await renewal(refreshToken);
      },
    },
    answer: async ({ headers }) => {
      const token = headers["authorization"] ?? "";
      used.push(token);
      return refused.has(token) ? problem({ code: "UNAUTHENTICATED" }) : success({ tasks: [] });
    },
  });
  return { stage, renewals, refused, used };
}

describe("the access token of a session", () => {
  test("is kept in memory, and only the refresh token is in the vault", async () => {
    const { stage, used, renewals } = await built(async () => newTokens());
    expect(await stage.session.call(TODAY)).toMatchObject({ kind: "ANSWER" });
    expect(renewals).toEqual([]);
    expect(await stage.vault.read("refresh-token")).toMatch(/^refresh-/);
    expect(used[0]).toMatch(/^Bearer access-/);
    stage.restart();
    await stage.session.call(TODAY);
    expect(renewals).toHaveLength(1);
    expect(used[1]).not.toBe(used[0]);
  });

  test("is renewed before it expires, measured by the monotonic clock", async () => {
    const { stage, renewals } = await built(async () => newTokens());
    stage.clock.jump(400 * 24 * 60 * MINUTE);
    await stage.session.call(TODAY);
    expect(renewals).toEqual([]);
    stage.clock.jump(-800 * 24 * 60 * MINUTE);
    stage.clock.advance(9 * MINUTE);
    await stage.session.call(TODAY);
    expect(renewals).toHaveLength(1);
  });

  test("is renewed once for all concurrent calls, and each renewal uses the newest refresh token", async () => {
    const { stage, renewals, used } = await built(async () => newTokens());
    for (let rounds = 0; rounds < 3; rounds += 1) {
      stage.clock.advance(11 * MINUTE);
      await Promise.all(Array.from({ length: 10 }, () => stage.session.call(TODAY)));
    }
    expect(renewals).toHaveLength(3);
    expect(new Set(renewals).size).toBe(3);
    expect(new Set(used).size).toBe(3);
  });

  test("is renewed once after a 401 of the server, also for calls that failed at the same time", async () => {
    const { stage, renewals, refused, used } = await built(async () => newTokens());
    await stage.session.call(TODAY);
    refused.add(used[0] ?? "");
    const answers = await Promise.all([stage.session.call(TODAY), stage.session.call(TODAY)]);
    expect(answers).toMatchObject([{ kind: "ANSWER" }, { kind: "ANSWER" }]);
    expect(renewals).toHaveLength(1);
  });

  test("is not renewed because a proxy says 401", async () => {
    const { stage, renewals } = await built(async () => newTokens());
    stage.network.failNext(401, 407);
    for (let calls = 0; calls < 2; calls += 1) {
      expect(await stage.session.call(TODAY)).toMatchObject({
        kind: "TRANSPORT",
        cause: "FOREIGN",
      });
    }
    expect(renewals).toEqual([]);
    expect(await stage.session.state()).toBe("SIGNED_IN");
  });
});

describe("a session is over", () => {
  test("once the provider refuses the refresh token, and the person signs in and goes on with the same queue", async () => {
    const stage = await buildDeviceStage({ signIn: { renew: async () => "LOST" } });
    const scopeId = await stage.addScope();
    await stage.session.register();
    const id = await stage.queue(scopeId);
    stage.clock.advance(11 * MINUTE);
    await stage.settle();
    expect(await stage.session.state()).toBe("NEEDED");
    expect(await stage.vault.read("refresh-token")).toBeNull();
    expect(await stage.scope(scopeId)).toMatchObject({
      wait_reason: "SIGN_IN",
      next_retry_at: null,
    });
    expect(await stage.operation(id)).toMatchObject({ status: "QUEUED" });
    const requests = stage.network.requests.length;
    await stage.settle();
    expect(stage.network.requests).toHaveLength(requests);
    stage.restart();
    expect(await stage.session.state()).toBe("NEEDED");
    await stage.session.signIn(newTokens());
    await stage.settle();
    expect(stage.api.effects).toEqual([id]);
  });

  test("once the server refuses a renewed token too", async () => {
    const { stage, refused } = await built(async () => {
      const tokens = newTokens();
      refused.add(`Bearer ${tokens.accessToken}`);
      return tokens;
    });
    stage.clock.advance(11 * MINUTE);
    expect(await stage.session.call(TODAY)).toEqual({ kind: "SIGN_IN" });
    expect(await stage.session.call(TODAY)).toEqual({ kind: "SIGN_IN" });
    expect(await stage.vault.read("refresh-token")).toBeNull();
  });

  test("never because the provider is silent or the vault is locked", async () => {
    const { stage, renewals } = await built(async () => "SILENT");
    stage.clock.advance(11 * MINUTE);
    for (let calls = 1; calls <= 3; calls += 1) {
      expect(await stage.session.call(TODAY)).toMatchObject({ kind: "TRANSPORT" });
      expect(renewals).toHaveLength(calls);
    }
    expect(await stage.session.state()).toBe("SIGNED_IN");
    stage.restart();
    const { read } = stage.vault;
    stage.vault.read = async () => {
      throw new Error("The keychain is locked");
    };
    expect(await stage.session.call(TODAY)).toMatchObject({ kind: "TRANSPORT" });
    stage.vault.read = read;
    expect(await stage.session.state()).toBe("SIGNED_IN");
  });

  test("never begins on a device on which nobody signed in", async () => {
    const { stage } = await built(async () => newTokens());
    await stage.session.signOut();
    expect(await stage.session.state()).toBe("NONE");
    expect(await stage.session.call(TODAY)).toEqual({ kind: "SIGN_IN" });
  });
});

test("a renewal that ends after a sign-out or another sign-in restores no token", async () => {
  let finish: (tokens: ReturnType<typeof newTokens>) => void = () => undefined;
  const { stage, used } = await built(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  stage.clock.advance(11 * MINUTE);
  const call = stage.session.call(TODAY);
  await new Promise((resolve) => setImmediate(resolve));
  const other = newTokens();
  await stage.session.signIn(other);
  finish(newTokens());
  expect(await call).toMatchObject({ kind: "TRANSPORT" });
  expect(await stage.vault.read("refresh-token")).toBe(other.refreshToken);
  await stage.session.call(TODAY);
  expect(used).toEqual([`Bearer ${other.accessToken}`]);
});
