/** Acts that the API takes only soon after a sign-in. Their names stand in the address over that sign-in. */
export const FRESH_ACTS = ["unlink", "hand-over", "export", "deletion"] as const;
export type FreshAct = (typeof FRESH_ACTS)[number];

/** Search parameters of the settings, apart from the part. */
export interface SettingsSearch {
  /** The act for which the person has signed in again; nothing of it was sent. */
  readonly again?: FreshAct;
  /** The export that is being prepared or is ready. Only its person's sign-in opens it. */
  readonly export?: string;
}

/** Reads the address; what it does not know is dropped. */
export function settingsSearch(found: Readonly<Record<string, unknown>>): SettingsSearch {
  const again = FRESH_ACTS.find((act) => act === found["again"]);
  const exported = found["export"];
  return {
    ...(again !== undefined && { again }),
    ...(typeof exported === "string" && ID.test(exported) && { export: exported }),
  };
}

const ID = /^[\w-]{1,64}$/;
