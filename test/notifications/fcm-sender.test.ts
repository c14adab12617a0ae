import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { jwtVerify } from "jose";
import { createFcmSender } from "../../activities/notifications/push/create-fcm-sender.ts";
import type { PushSender } from "../../activities/notifications/push/push-sender.ts";
import {
  type FakeProvider,
  fcmAccount,
  PUBLIC_KEYS,
  type PushReply,
  pushMessage,
  startFakeProvider,
} from "../factories/notifications/push-providers.ts";

const SEND = "/v1/projects/sideline-test/messages:send";

let provider: FakeProvider;
let sender: PushSender;
beforeEach(async () => {
  provider = await startFakeProvider();
  sender = createFcmSender(fcmAccount(provider), provider.origin);
});
afterEach(async () => {
  sender.close();
  await provider.close();
});

const sent = () => provider.requests.filter(({ path }) => path === SEND);
const signIns = () => provider.requests.filter(({ path }) => path === "/token");

describe("a push through Firebase", () => {
  test("carries the words, the ids and a collapse key of the phone", async () => {
    expect(await sender.send(pushMessage())).toEqual({ kind: "SENT" });
    const [request] = sent();
    expect(request?.headers).toMatchObject({
      authorization: "Bearer access-token",
      "content-type": "application/json",
    });
    const { token, title, body, content, collapseKey } = pushMessage();
    expect(JSON.parse(request?.body ?? "")).toEqual({
      message: {
        token,
        notification: { title, body },
        data: content,
        android: {
          collapse_key: collapseKey,
          priority: "HIGH",
          ttl: "86400s",
          notification: { tag: collapseKey },
        },
        apns: { headers: { "apns-collapse-id": collapseKey } },
      },
    });
  });

  test("signs in as the service account once for many pushes, over one connection", async () => {
    await Promise.all([1, 2, 3].map(() => sender.send(pushMessage())));
    await sender.send(pushMessage());
    expect([sent().length, signIns().length]).toEqual([4, 1]);
    expect(provider.connectionCount()).toBe(2);
    const form = new URLSearchParams(signIns()[0]?.body);
    expect(form.get("grant_type")).toBe("urn:ietf:params:oauth:grant-type:jwt-bearer");
    const { payload } = await jwtVerify(form.get("assertion") ?? "", PUBLIC_KEYS.FCM, {
      issuer: "push@sideline-test.example",
      audience: `${provider.origin}/token`,
    });
    expect(payload["scope"]).toBe("https://www.googleapis.com/auth/firebase.messaging");
  });

  test("signs in again when its token is refused", async () => {
    provider.answer(SEND, () => refusal(401, "UNAUTHENTICATED"));
    expect(await sender.send(pushMessage())).toMatchObject({ kind: "LATER" });
    provider.answer(SEND, () => ({ status: 200 }));
    expect(await sender.send(pushMessage())).toEqual({ kind: "SENT" });
    expect(signIns()).toHaveLength(2);
  });

  test("fails without details when the account is refused, and tries again next time", async () => {
    provider.answer("/token", () => ({ status: 400, body: { error: "invalid_grant" } }));
    await expect(sender.send(pushMessage())).rejects.toThrow("HTTP 400");
    fcmAccount(provider);
    expect(await sender.send(pushMessage())).toEqual({ kind: "SENT" });
  });

  test("connects again after the provider closed the connection", async () => {
    await sender.send(pushMessage());
    provider.hangUp();
    await setTimeout(50);
    expect(await sender.send(pushMessage())).toEqual({ kind: "SENT" });
  });
});

const badToken = {
  "@type": "type.googleapis.com/google.rpc.BadRequest",
  fieldViolations: [{ field: "message.token", description: "Invalid registration token" }],
};
const badPayload = { ...badToken, fieldViolations: [{ field: "message.data" }] };

describe("a response of Firebase", () => {
  test.each([
    ["UNREGISTERED", refusal(404, "NOT_FOUND", [fcmError("UNREGISTERED")])],
    ["SENDER_ID_MISMATCH", refusal(403, "PERMISSION_DENIED", [fcmError("SENDER_ID_MISMATCH")])],
    [
      "INVALID_ARGUMENT",
      refusal(400, "INVALID_ARGUMENT", [fcmError("INVALID_ARGUMENT"), badToken]),
    ],
  ])("%s ends the token", async (code, reply) => {
    provider.answer(SEND, () => reply);
    expect(await sender.send(pushMessage())).toEqual({ kind: "TOKEN_DEAD", code });
  });

  test("about the message does not end the token", async () => {
    provider.answer(SEND, () => refusal(400, "INVALID_ARGUMENT", [badPayload]));
    const refused = { kind: "REFUSED", code: "INVALID_ARGUMENT" };
    expect(await sender.send(pushMessage())).toEqual(refused);
  });

  test.each([
    ["UNAVAILABLE", { ...refusal(503, "UNAVAILABLE"), headers: { "retry-after": "17" } }, 17],
    ["QUOTA_EXCEEDED", refusal(429, "X", [fcmError("QUOTA_EXCEEDED")]), 60],
    ["INTERNAL", refusal(500, "INTERNAL"), 0],
    ["HTTP_502", { status: 502, body: "<html>" }, 0],
    ["THIRD_PARTY_AUTH_ERROR", refusal(401, "X", [fcmError("THIRD_PARTY_AUTH_ERROR")]), 0],
  ])("%s asks to wait", async (...[code, reply, retryAfterSeconds]) => {
    provider.answer(SEND, () => reply);
    expect(await sender.send(pushMessage())).toEqual({ kind: "LATER", code, retryAfterSeconds });
  });
});

/** A refusal in Firebase's format. */
function refusal(status: number, name: string, details: readonly unknown[] = []): PushReply {
  return { status, body: { error: { code: status, message: "no", status: name, details } } };
}

function fcmError(errorCode: string) {
  return {
    "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError",
    errorCode,
  };
}
