import { MAPPING_STATUSES, type MappingStatus } from "../../contract/exercises/matching.ts";

/** The filter of a list of support, which is part of its address. Anything else is dropped. */
export function supportSearch(search: Readonly<Record<string, unknown>>): SupportSearch {
  const only = PURGE_FILTERS.find((known) => known === search["only"]);
  const status = PICTURE_FILTERS.find((known) => known === search["status"]);
  return { ...(only && { only }), ...(status && { status }) };
}

export interface SupportSearch {
  /** Filter of purge orders. */
  readonly only?: PurgeFilter;
  /** Filter of pictures of exercises. */
  readonly status?: PictureStatus;
}

/** Orders that no device has acknowledged, and those that deleted unsent entries. */
export const PURGE_FILTERS = ["waiting", "lost"] as const;
export type PurgeFilter = (typeof PURGE_FILTERS)[number];

/** States of pictures, first those that need a decision. */
export const PICTURE_FILTERS: readonly PictureStatus[] = MAPPING_STATUSES.toSorted(
  (a, b) => Number(b === "NEEDS_REVIEW") - Number(a === "NEEDS_REVIEW"),
);
export type PictureStatus = MappingStatus;
