import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fetchHttp } from "../../../device/adapters/fetch/fetch-http.ts";
import { openFileVault } from "../../../device/adapters/node/file-vault.ts";
import { openNodeSql } from "../../../device/adapters/node/node-sql.ts";
import { standardClock } from "../../../device/adapters/standard/standard-clock.ts";
import { standardRandom } from "../../../device/adapters/standard/standard-random.ts";
import { webCryptoAes } from "../../../device/adapters/web-crypto/web-crypto-aes.ts";
import { webCryptoDigest } from "../../../device/adapters/web-crypto/web-crypto-digest.ts";
import { openDevice } from "../../../device/open-device.ts";
import type { Device, Surface } from "../../../device/types.ts";
import type { FaultChannel } from "../../../phone/developer/faults.ts";
import { faultyPorts } from "../../../phone/developer/faulty-ports.ts";
import { openFileFaults } from "./file-faults.ts";
import { providerSignIn } from "./provider-sign-in.ts";

/**
 * Opens the phone of a developer: the device library over its adapters for Node, with the developer switches of the
 * page. The folder is the phone's disk; it outlives the process. The two apps of a phone share only the switches.
 */
export async function openTerminalPhone(options: TerminalPhoneOptions): Promise<TerminalPhone> {
  const { folder, api, provider, timezone, surface } = options;
  const disk = surface === "CLIENT_MOBILE" ? folder : join(folder, "coach");
  mkdirSync(disk, { recursive: true, mode: 0o700 });
  const faults = openFileFaults(join(folder, "faults.json"));
  const { signIn, renewal } = providerSignIn(provider, surface);
  const ports = faultyPorts(
    {
      sql: await openNodeSql(join(disk, "device.db")),
      vault: await openFileVault(join(disk, "vault")),
      aes: webCryptoAes,
      digest: webCryptoDigest,
      http: fetchHttp({ address: api, fetch, clock: standardClock }),
      signIn: renewal,
      clock: standardClock,
      random: standardRandom,
    },
    faults,
  );
  const app = { ...APP, locale: () => "en", timezone: () => timezone };
  const device = await openDevice({ ports, surface, app });
  return {
    device,
    faults,
    now: () => ports.clock.now(),
    signIn: async (email) => await device.signIn(await signIn(email)),
  };
}

/** A phone in a terminal. */
export interface TerminalPhone {
  readonly device: Device;
  readonly faults: FaultChannel;
  /** The present instant by the phone's clock, which may be wrong. */
  readonly now: () => number;
  /** Signs a person in at the development provider. */
  readonly signIn: (email: string) => ReturnType<Device["signIn"]>;
}

/** The stack of a phone, and its disk. */
export interface TerminalPhoneOptions {
  readonly folder: string;
  /** Address of the API. */
  readonly api: string;
  /** Issuer of the development provider. */
  readonly provider: string;
  readonly timezone: string;
  /** The app: that of a client or that of a coach. */
  readonly surface: Surface;
}

/** The phone registers as an Android app, because the server has no platform for terminals. */
const APP = {
  appVersion: "0.3.0",
  buildNumber: 1,
  platform: "ANDROID",
  osVersion: "Terminal",
  model: "Stand-in in a terminal",
} as const;
