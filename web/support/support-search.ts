/** The filter of a list of support, which is part of its address. Anything else is dropped. */
export function supportSearch(search: Readonly<Record<string, unknown>>): SupportSearch {
  const only = PURGE_FILTERS.find((known) => known === search["only"]);
  return only === undefined ? {} : { only };
}

export interface SupportSearch {
  readonly only?: PurgeFilter;
}

/** Orders that no device has acknowledged, and those that deleted unsent entries. */
export const PURGE_FILTERS = ["waiting", "lost"] as const;
export type PurgeFilter = (typeof PURGE_FILTERS)[number];
