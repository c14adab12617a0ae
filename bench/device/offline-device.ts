import path from "node:path";
import { openNodeSql } from "../../device/adapters/node/node-sql.ts";
import { standardClock } from "../../device/adapters/standard/standard-clock.ts";
import { standardRandom } from "../../device/adapters/standard/standard-random.ts";
import { webCryptoAes } from "../../device/adapters/web-crypto/web-crypto-aes.ts";
import { webCryptoDigest } from "../../device/adapters/web-crypto/web-crypto-digest.ts";
import { openDevice } from "../../device/open-device.ts";
import type { HttpOutcome, HttpRequest } from "../../device/ports/http.ts";
import type { Vault } from "../../device/ports/vault.ts";
import type { Device } from "../../device/types.ts";

/** Opens the library on a folder, with a service that answers the sign-in and nothing else. */
export async function openOffline(folder: string, vault: Vault): Promise<Device> {
  return await openDevice({
    surface: "CLIENT_MOBILE",
    app: APP,
    ports: {
      sql: await openNodeSql(path.join(folder, "device.db")),
      vault,
      aes: webCryptoAes,
      digest: webCryptoDigest,
      clock: standardClock,
      random: standardRandom,
      http: { send: async (request) => answer(request) },
      signIn: { renew: async () => TOKENS },
    },
  });
}

/** Tokens that the service above accepts. */
export const TOKENS = { accessToken: "access", refreshToken: "refresh", expiresInSeconds: 3_600 };

const APP = {
  appVersion: "1.0.0",
  buildNumber: 1,
  platform: "ANDROID",
  osVersion: "16",
  locale: () => "en",
  timezone: () => "UTC",
} as const;

const PERSON = {
  user: { userId: "018f0000-0000-7000-8000-000000000001" },
  relationship: {
    relationshipId: "018f0000-0000-7000-8000-000000000002",
    workspaceId: "018f0000-0000-7000-8000-000000000003",
  },
};
const DEVICE = {
  deviceId: "018f0000-0000-7000-8000-000000000004",
  deviceSecret: null,
  purgeOrders: [],
};
const ANSWERS: readonly (readonly [end: string, data: object])[] = [
  ["/client-me", PERSON],
  ["/devices", DEVICE],
];
const META = { requestId: "request", serverTime: "2026-01-05T08:00:00.000Z" };

function answer({ path: asked }: HttpRequest): HttpOutcome {
  const data = ANSWERS.find(([end]) => asked.endsWith(end))?.[1];
  if (data === undefined) return { kind: "SILENCE", reason: "UNREACHABLE" };
  return {
    kind: "ANSWER",
    status: 200,
    headers: { "content-type": "application/json" },
    text: JSON.stringify({ data, meta: META }),
    roundTripMs: 1,
  };
}
