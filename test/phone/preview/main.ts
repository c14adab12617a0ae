import { surfaceIn } from "../../../phone/app/app-address.ts";
import { mount } from "../../../phone/mount.tsx";
import type { Updates } from "../../../phone/page.ts";
import { beginSignInOn, completeSignInOn } from "../../../phone/sign-in/sign-in-on-demand.ts";
import { pageUpdates } from "../../../phone/updates/page-updates.ts";
import { memoryDevice } from "./memory-device.ts";
import { shownDay } from "./shown-days.ts";

const query = new URLSearchParams(location.search);
const name = query.get("day") ?? (location.pathname === "/phone/callback" ? "door" : "");
const reload = () => location.reload();

/** A test sends this event to the page, perhaps before the sign-out has reached the device. */
const serverAnswers = new Promise<void>((resolve) => {
  addEventListener("server-answers", () => resolve(), { once: true });
});

// Shows the screens without a library, with data that the address chooses.
const shown = memoryDevice(
  { ...shownDay(name, Date.now()), workout: query.get("workout") ?? "" },
  {
    surface: surfaceIn(location.search),
    onSignIn: (tokens) => {
      document.documentElement.dataset["token"] = tokens.accessToken;
    },
    serverAnswers: async () => await serverAnswers,
  },
);
// A library whose script cannot be loaded never answers.
const device =
  name === "broken" ? { ...shown, state: () => new Promise<never>(() => undefined) } : shown;
mount({
  device,
  library: { hasFailed: () => name === "broken", watch: () => () => undefined },
  beginSignIn: async () => await beginSignInOn(device),
  arrival: completeSignInOn(device),
  kill: reload,
  reload,
  storage: {
    isPersisted: async () => name !== "faulty",
    persist: async () => false,
  },
  updates: query.has("offline")
    ? pageUpdates(navigator.serviceWorker, reload)
    : shownUpdates(name === "faulty"),
});

function shownUpdates(isReady: boolean): Updates {
  return { watch: () => () => undefined, isReady: () => isReady, start: () => undefined };
}
