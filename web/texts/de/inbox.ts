import type { inbox as english } from "../en/inbox.ts";

/** Texts of the inbox. */
export const inbox: Readonly<Record<keyof typeof english, string>> = {
  "inbox.title": "Posteingang",
  "inbox.urgent": "{count} dringend",
  "inbox.empty": "Nichts braucht Sie",
};
