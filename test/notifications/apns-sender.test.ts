import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { jwtVerify } from "jose";
import { createApnsSender } from "../../activities/notifications/push/create-apns-sender.ts";
import { openHttp2Poster } from "../../activities/notifications/push/open-http2-poster.ts";
import type { PushSender } from "../../activities/notifications/push/push-sender.ts";
import {
  apnsAccount,
  type FakeProvider,
  PUBLIC_KEYS,
  pushMessage,
  startFakeProvider,
} from "../factories/notifications/push-providers.ts";

const DEVICE = "/3/device/";

let provider: FakeProvider;
let sender: PushSender;
beforeEach(async () => {
  provider = await startFakeProvider();
  sender = createApnsSender(apnsAccount(), provider.origin);
});
afterEach(async () => {
  sender.close();
  await provider.close();
});

describe("a push through Apple", () => {
  test("carries app, kind and a collapse key, with the words and ids", async () => {
    expect(await sender.send(pushMessage())).toEqual({ kind: "SENT" });
    const { pushId, collapseKey, title, body, content } = pushMessage();
    const [request] = provider.requests;
    expect(request?.path).toBe("/3/device/token-1");
    expect(request?.headers).toMatchObject({
      "apns-topic": "com.example.client",
      "apns-push-type": "alert",
      "apns-priority": "10",
      "apns-id": pushId,
      "apns-collapse-id": collapseKey,
      "apns-expiration": expect.stringMatching(/^\d{10}$/),
    });
    expect(JSON.parse(request?.body ?? "")).toEqual({
      aps: { alert: { title, body }, sound: "default" },
      ...content,
    });
    await sender.send(pushMessage({ surface: "COACH_MOBILE", severity: "LOW" }));
    expect(provider.requests[1]?.headers).toMatchObject({
      "apns-topic": "com.example.coach",
      "apns-priority": "5",
    });
  });

  test("is signed with the key: one token serves many pushes over one connection", async () => {
    await Promise.all([1, 2, 3].map(() => sender.send(pushMessage())));
    await sender.send(pushMessage());
    expect(new Set([0, 1, 2, 3].map(tokenOf)).size).toBe(1);
    expect(provider.connectionCount()).toBe(1);
    const verified = await jwtVerify(tokenOf(0), PUBLIC_KEYS.APNS, { issuer: "TEAM123456" });
    expect(verified.protectedHeader).toMatchObject({ alg: "ES256", kid: "KEY1234567" });
  });

  test("is signed with a new token when its token has expired", async () => {
    const reason = "ExpiredProviderToken";
    provider.answer(DEVICE, () => ({ status: 403, body: { reason } }));
    const later = { kind: "LATER", code: reason, retryAfterSeconds: 0 };
    expect(await sender.send(pushMessage())).toEqual(later);
    provider.answer(DEVICE, () => ({ status: 200 }));
    await sender.send(pushMessage());
    expect(tokenOf(1)).not.toBe(tokenOf(0));
  });

  test("connects again after the provider closed the connection", async () => {
    await sender.send(pushMessage());
    provider.hangUp();
    await setTimeout(50);
    expect(await sender.send(pushMessage())).toEqual({ kind: "SENT" });
  });

  test("fails when the provider does not answer, and opens another connection the next time", async () => {
    provider.answer("/", () => null);
    const poster = openHttp2Poster(provider.origin, 200);
    await expect(poster.post("/slow", {}, "{}")).rejects.toThrow();
    provider.answer("/", () => ({ status: 200 }));
    expect((await poster.post("/fast", {}, "{}")).status).toBe(200);
    expect(provider.connectionCount()).toBe(2);
    poster.close();
  });

  test("fails when the provider is unreachable", async () => {
    const { origin } = provider;
    await provider.close();
    const nobody = createApnsSender(apnsAccount(), origin);
    await expect(nobody.send(pushMessage())).rejects.toThrow();
    nobody.close();
    provider = await startFakeProvider();
  });
});

describe("a response of Apple", () => {
  test.each([
    [410, "Unregistered"],
    [410, "ExpiredToken"],
    [400, "BadDeviceToken"],
    [400, "DeviceTokenNotForTopic"],
  ])("%s %s ends the token", async (status, reason) => {
    provider.answer(DEVICE, () => ({ status, body: { reason, timestamp: 1 } }));
    expect(await sender.send(pushMessage())).toEqual({ kind: "TOKEN_DEAD", code: reason });
  });

  test.each([
    [429, "TooManyRequests", {}, 0],
    [503, "ServiceUnavailable", { "retry-after": "30" }, 30],
    [500, "InternalServerError", { "retry-after": "soon" }, 0],
    [403, "InvalidProviderToken", {}, 0],
  ])("%s %s asks to wait", async (...[status, reason, headers, retryAfterSeconds]) => {
    provider.answer(DEVICE, () => ({ status, headers, body: { reason } }));
    const later = { kind: "LATER", code: reason, retryAfterSeconds };
    expect(await sender.send(pushMessage())).toEqual(later);
  });

  test.each([
    [413, "PayloadTooLarge"],
    [400, "BadTopic"],
  ])("%s %s refuses the message", async (status, reason) => {
    provider.answer(DEVICE, () => ({ status, body: { reason } }));
    expect(await sender.send(pushMessage())).toEqual({ kind: "REFUSED", code: reason });
  });
});

function tokenOf(index: number) {
  return String(provider.requests[index]?.headers.authorization).replace("bearer ", "");
}
