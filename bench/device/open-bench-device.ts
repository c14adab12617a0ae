import { standardClock } from "../../device/adapters/standard/standard-clock.ts";
import { standardRandom } from "../../device/adapters/standard/standard-random.ts";
import { webCryptoAes } from "../../device/adapters/web-crypto/web-crypto-aes.ts";
import { webCryptoDigest } from "../../device/adapters/web-crypto/web-crypto-digest.ts";
import { openDevice } from "../../device/open-device.ts";
import type { Ports } from "../../device/ports/ports.ts";
import type { Device } from "../../device/types.ts";

/** Opens the library over a database, a vault and a network, with the platform's other ports. */
export async function openBenchDevice(
  ports: Pick<Ports, "sql" | "vault" | "http"> & Partial<Pick<Ports, "clock" | "random">>,
): Promise<Device> {
  return await openDevice({
    surface: "CLIENT_MOBILE",
    app: APP,
    ports: {
      aes: webCryptoAes,
      digest: webCryptoDigest,
      clock: standardClock,
      random: standardRandom,
      signIn: { renew: async () => TOKENS },
      ...ports,
    },
  });
}

/** Tokens that the servers of the benchmarks accept. */
export const TOKENS = { accessToken: "access", refreshToken: "refresh", expiresInSeconds: 3_600 };

/** A glass of water, one of 500 tasks in turn. */
export function glassOf(number: number) {
  return {
    operationType: "quick-log.record-value",
    payload: {
      taskId: `018f0000-0000-7000-8000-${String(number % 500).padStart(12, "0")}`,
      metricKind: "WATER",
      unit: "ml",
      value: 100,
      sourceType: "MANUAL",
      recordedAt: new Date(Date.UTC(2026, 0, 5, 8, 0, number)).toISOString(),
    },
  };
}

const APP = {
  appVersion: "1.0.0",
  buildNumber: 1,
  platform: "ANDROID",
  osVersion: "16",
  locale: () => "en",
  timezone: () => "UTC",
} as const;
