import { browserChannel } from "../../../device/adapters/web/tabs/browser-tabs.ts";
import { deviceClient } from "../../../device/adapters/web/tabs/device-client.ts";

/** Runs in a page of a browser: the device that the worker of one tab owns. */
Object.assign(globalThis, {
  device: deviceClient({
    channel: browserChannel("CLIENT_MOBILE"),
    surface: "CLIENT_MOBILE",
    uuid: () => crypto.randomUUID(),
  }),
});
