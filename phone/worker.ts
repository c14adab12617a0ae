import { fetchHttp } from "../device/adapters/fetch/fetch-http.ts";
import { standardClock } from "../device/adapters/standard/standard-clock.ts";
import { standardRandom } from "../device/adapters/standard/standard-random.ts";
import { webCryptoAes } from "../device/adapters/web-crypto/web-crypto-aes.ts";
import { webCryptoDigest } from "../device/adapters/web-crypto/web-crypto-digest.ts";
import { browserConnection, isBrowserOffline } from "../device/adapters/web/browser-connection.ts";
import { openIndexedDbVault } from "../device/adapters/web/indexed-db-vault.ts";
import { openOpfsFiles } from "../device/adapters/web/opfs-files.ts";
import { openOpfsSql } from "../device/adapters/web/opfs-sql.ts";
import { browserChannel, whileOwner } from "../device/adapters/web/tabs/browser-tabs.ts";
import { serveDevice } from "../device/adapters/web/tabs/serve-device.ts";
import { openDevice } from "../device/open-device.ts";
import type { Ports } from "../device/ports/ports.ts";
import type { Device } from "../device/types.ts";
import { openFaultChannel } from "./developer/fault-channel.ts";
import { faultyPorts } from "./developer/faulty-ports.ts";
import { readStart } from "./read-start.ts";
import { renewingSignIn } from "./sign-in/renewing-sign-in.ts";
import { followLanguage } from "./texts/language-channel.ts";

/** The part of a worker's scope that this page uses. It is compiled with the library, which has no browser types. */
declare const self: { readonly name: string; readonly location: { readonly origin: string } };

/** The settings that the page passed to this worker. */
const started = readStart(self.name);
const faults = openFaultChannel(started.faults);

const { surface } = started;
/** Each app has its own database, files and vault. */
const STORE = { CLIENT_MOBILE: "client-mobile", COACH_MOBILE: "coach-mobile" }[surface];

// The worker of each tab waits here until it owns the device.
void serveDevice({
  channel: browserChannel(surface),
  whileOwner: (work) => whileOwner(surface, work),
  open,
  pause: (ms) =>
    new Promise((resolve) => {
      standardClock.after(ms, () => resolve());
    }),
});

async function open(): Promise<Device> {
  const ports = await openPorts();
  try {
    return await openDevice({ ports, surface, app: APP });
  } catch (error) {
    // The next attempt opens the file again.
    await ports.sql.close();
    throw error;
  }
}

async function openPorts(): Promise<Ports> {
  const ports = {
    sql: await openOpfsSql(STORE),
    vault: await openIndexedDbVault(`sideline-${STORE}`),
    aes: webCryptoAes,
    digest: webCryptoDigest,
    files: await openOpfsFiles(`${STORE}-files`),
    connection: browserConnection,
    http: fetchHttp({
      address: self.location.origin,
      fetch: (...request) => fetch(...request),
      clock: standardClock,
      isOffline: isBrowserOffline,
    }),
    signIn: renewingSignIn(surface),
    clock: standardClock,
    random: standardRandom,
  };
  return faultyPorts(ports, faults);
}

/** The page registers as an Android app, because the server has no platform for browsers. */
const APP = {
  appVersion: "0.3.0",
  buildNumber: 1,
  platform: "ANDROID",
  osVersion: "Browser",
  model: "Stand-in in a browser",
  locale: followLanguage(started.language),
  timezone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
} as const;
