import { importPKCS8, SignJWT } from "jose";
import * as z from "zod";
import type { DeviceSurface } from "../../../contract/accounts/vocabulary.ts";
import { type Http2Answer, openHttp2Poster } from "./open-http2-poster.ts";
import { cacheToken } from "./cache-token.ts";
import {
  PUSH_LIFETIME_SECONDS,
  type PushAnswer,
  type PushMessage,
  type PushSender,
} from "./push-sender.ts";
import { retryAfterOf } from "./retry-after.ts";

/** Sends by the HTTP/2 interface of the Apple Push Notification service. */
export function createApnsSender(account: ApnsAccount, origin: string): PushSender {
  const api = openHttp2Poster(origin);
  const access = cacheToken(async () => ({
    token: await providerToken(account),
    seconds: TOKEN_SECONDS,
  }));
  return {
    async send(message) {
      const headers = {
        authorization: `bearer ${await access.get()}`,
        ...apnsHeaders(message, account),
      };
      const path = `/3/device/${encodeURIComponent(message.token)}`;
      const answer = await api.post(path, headers, JSON.stringify(apnsBody(message)));
      if (answer.status === 403) access.forget();
      return readAnswer(answer);
    },
    close: () => api.close(),
  };
}

/** The signing key from Apple's console, and the apps that it sends to. */
export interface ApnsAccount {
  /** PKCS 8, PEM: the `.p8` file. */
  readonly key: string;
  readonly keyId: string;
  readonly teamId: string;
  /** Bundle id of each app. */
  readonly topics: Readonly<Record<DeviceSurface, string>>;
}

/** Apple's servers for App Store builds and for development builds. */
export const APNS_ORIGINS = {
  production: "https://api.push.apple.com",
  development: "https://api.sandbox.push.apple.com",
} as const;

/** Apple refuses tokens older than an hour, and new ones more often than every twenty minutes. */
const TOKEN_SECONDS = 45 * 60;

const DEAD_TOKEN = ["BadDeviceToken", "Unregistered", "ExpiredToken", "DeviceTokenNotForTopic"];
/** Faults of our configuration: the message is sent once the operator has corrected it. */
const OURS = ["ExpiredProviderToken", "InvalidProviderToken", "MissingProviderToken"];

async function providerToken({ key, keyId, teamId }: ApnsAccount): Promise<string> {
  return await new SignJWT()
    .setProtectedHeader({ alg: "ES256", kid: keyId })
    .setIssuer(teamId)
    .setIssuedAt()
    .sign(await importPKCS8(key, "ES256"));
}

function apnsHeaders(message: PushMessage, { topics }: ApnsAccount) {
  const expiresAt = Math.floor(Date.now() / 1_000) + PUSH_LIFETIME_SECONDS;
  return {
    "apns-topic": topics[message.surface],
    "apns-push-type": "alert",
    "apns-priority": message.severity === "LOW" ? "5" : "10",
    "apns-id": message.pushId,
    "apns-collapse-id": message.collapseKey,
    "apns-expiration": `${expiresAt}`,
  };
}

function apnsBody({ title, body, badge, content }: PushMessage) {
  const shown = badge === null ? {} : { badge };
  return { aps: { alert: { title, body }, sound: "default", ...shown }, ...content };
}

const Fault = z.object({ reason: z.string() });

function readAnswer(answer: Http2Answer): PushAnswer {
  if (answer.status === 200) return { kind: "SENT" };
  const code = reasonOf(answer);
  if (answer.status === 410 || DEAD_TOKEN.includes(code)) return { kind: "TOKEN_DEAD", code };
  if (OURS.includes(code) || answer.status === 429 || answer.status >= 500) {
    return { kind: "LATER", code, retryAfterSeconds: retryAfterOf(answer, 0) };
  }
  return { kind: "REFUSED", code };
}

function reasonOf({ status, body }: Http2Answer): string {
  const parsed = body.startsWith("{") ? Fault.safeParse(JSON.parse(body)) : null;
  return parsed?.success === true ? parsed.data.reason : `HTTP_${status}`;
}
