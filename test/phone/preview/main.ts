import { mount } from "../../../phone/mount.tsx";
import { memoryDevice } from "./memory-device.ts";
import { shownDay } from "./shown-days.ts";

const name = new URLSearchParams(location.search).get("day") ?? "";

// Shows the screens without a library: with data that a test chooses by the address.
mount({
  device: memoryDevice(shownDay(name, Date.now())),
  beginSignIn: async () => "UNREACHABLE",
  arrival: Promise.resolve(name === "door" ? "FORGOTTEN" : null),
  kill: () => location.reload(),
  reload: () => location.reload(),
  storage: {
    isPersisted: async () => name !== "faulty",
    persist: async () => false,
    wasEvicted: async () => name === "faulty",
    forgetEviction: () => undefined,
  },
  updates: {
    watch: () => () => undefined,
    isReady: () => name === "faulty",
    start: () => undefined,
  },
});
