import type { Tx } from "../../db/transact.ts";

/** A page of what a room computes anew with the days of a relationship. */
export interface RebuildPage {
  readonly relationshipId: string;
  /** Where the page before ended; null to begin. */
  readonly after: string | null;
}

/** What another room computes anew with the days of a relationship, page by page, under the scope's lock. */
export interface RebuildHook {
  /** @returns where the page ended, null behind the last one. */
  rebuild(tx: Tx, page: RebuildPage): Promise<string | null>;
}

/** The hooks of every room that computes something anew, in their order. */
export type RebuildHooks = readonly RebuildHook[];
