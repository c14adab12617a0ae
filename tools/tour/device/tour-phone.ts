import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import * as node from "../../../device/node.ts";
import { openDevice } from "../../../device/open-device.ts";
import type { Device, Scope } from "../../../device/types.ts";
import { expectEqual, expectPresent } from "../expect-equal.ts";
import type { Person, Stage } from "../stage.ts";
import { shownHttp } from "./shown-http.ts";

/**
 * Opens a phone of the story: the device library over its adapters for Node, as an app opens it. Chapters that show the
 * wire itself, such as a replay byte for byte, form their requests by hand instead.
 */
export async function openTourPhone(stage: Stage): Promise<TourPhone> {
  const folder = await mkdtemp(join(stage.phones.folder, "phone-"));
  const wire = shownHttp(stage);
  const device = await openDevice({
    surface: "CLIENT_MOBILE",
    app: { ...APP, timezone: () => stage.timezone },
    ports: {
      sql: await node.openNodeSql(join(folder, "device.db")),
      vault: await node.openFileVault(join(folder, "vault")),
      http: wire.http,
      // A session that a chapter ends stays ended until the person signs in again.
      signIn: { renew: async () => "LOST" },
      clock: node.standardClock,
      random: node.standardRandom,
      aes: node.webCryptoAes,
      digest: node.webCryptoDigest,
    },
  });
  stage.phones.opened.push(device);
  return {
    device,
    show: wire.show,
    async signIn({ tokens }) {
      expectEqual("the sign-in", await wire.show(() => device.signIn(tokens)), "SIGNED_IN");
    },
    deviceId: () => expectPresent("the registered device", wire.deviceId()),
    async scope() {
      return expectPresent("the coaching on the phone", (await device.scopes())[0]);
    },
    goOffline: () => wire.connect(false),
    async goOnline() {
      wire.connect(true);
      await wire.show(() => device.sync());
    },
  };
}

/** A phone with the device library. */
export interface TourPhone {
  readonly device: Device;
  /** Prints what the phone sends meanwhile. */
  readonly show: <T>(act: () => Promise<T>) => Promise<T>;
  /** Signs the person in; the library registers the phone. Throws TourFailure if it is refused. */
  readonly signIn: (person: Person) => Promise<void>;
  /** Its registration at the server. */
  readonly deviceId: () => string;
  readonly scope: () => Promise<Scope>;
  readonly goOffline: () => void;
  /** Connects it again, and sends what waits. */
  readonly goOnline: () => Promise<void>;
}

const APP = {
  appVersion: "1.0.0",
  buildNumber: 1,
  platform: "IOS",
  osVersion: "19.1",
  locale: () => "en",
} as const;
