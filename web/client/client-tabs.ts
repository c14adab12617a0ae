/** The tabs of a client, in the order of their keys. */
export const CLIENT_TABS = [
  "today",
  "weeks",
  "workouts",
  "log",
  "forms",
  "files",
  "timeline",
  "sync",
] as const;
export type ClientTab = (typeof CLIENT_TABS)[number];

/** The tab of an address; the first one for an unknown name. */
export const clientTab = (name: string): ClientTab =>
  CLIENT_TABS.find((known) => known === name) ?? CLIENT_TABS[0];
