import type { Tx } from "../../db/platform/transactions/transact.ts";

/** Data that another room recomputes with the days of a relationship, page by page, under the scope's lock. */
export interface RebuildHook {
  /** @returns the end of the page; null after the last one. */
  rebuild(tx: Tx, page: RebuildPage): Promise<string | null>;
}

/** A page of data that a room recomputes with the days of a relationship. */
export interface RebuildPage {
  readonly relationshipId: string;
  /** End of the previous page; null to begin. */
  readonly after: string | null;
}

/** The hooks of all rooms that recompute data, in call order. */
export type RebuildHooks = readonly RebuildHook[];
