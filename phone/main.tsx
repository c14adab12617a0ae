import { browserChannel } from "../device/adapters/web/tabs/browser-tabs.ts";
import { deviceClient } from "../device/adapters/web/tabs/device-client.ts";
import { surfaceIn } from "./app/app-address.ts";
import { pageFaults } from "./developer/page-faults.ts";
import { libraryStart } from "./library-start.ts";
import { mount } from "./mount.tsx";
import { pageStorage } from "./settings/page-storage.ts";
import { beginSignInOn, completeSignInOn } from "./sign-in/sign-in-on-demand.ts";
import { rememberedSurface } from "./sign-in/remembered-sign-in.ts";
import { pageLanguage } from "./texts/chosen-language.ts";
import { pageUpdates } from "./updates/page-updates.ts";

/** Address of the built worker. */
declare const __PHONE_WORKER__: string;

/** A sign-in returns to one address for both apps. */
const surface =
  location.pathname === "/phone/callback" ? rememberedSurface() : surfaceIn(location.search);

// Its name contains the app, the developer switches and the language, so that they apply before its first request.
const worker = new Worker(__PHONE_WORKER__, {
  type: "module",
  name: JSON.stringify({ ...pageFaults.read(), language: pageLanguage(), surface }),
});
const device = deviceClient({
  channel: browserChannel(surface),
  surface,
  uuid: () => crypto.randomUUID(),
});
const reload = () => location.reload();
const arrival = completeSignInOn(device);

// A page in the back/forward cache must not keep the database from its successor.
addEventListener("pagehide", () => worker.terminate());
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) reload();
});

const sync = () => void device.sync().catch(() => null);
void arrival.then(sync);
addEventListener("online", sync);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") sync();
});

mount({
  device,
  library: libraryStart(worker),
  beginSignIn: async () => await beginSignInOn(device),
  arrival,
  kill() {
    worker.terminate();
    reload();
  },
  reload,
  storage: pageStorage,
  updates: pageUpdates(navigator.serviceWorker, reload),
});
