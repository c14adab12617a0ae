import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

/** Which facts of a person: those behind an id, at most so many. */
export interface FactsPage {
  readonly userId: string;
  readonly afterId: string | null;
  readonly limit: number;
}

/** A fact as its person is told of it: JSON, with the id that it stands at in its section. */
export interface Fact {
  readonly id: string;
}

/** Reads a page of a section, in the order of its ids. */
export type ReadFacts = (tx: Tx, page: FactsPage) => Promise<readonly Fact[]>;

/** The relationships of a client, for a condition. */
export function relationshipsOf(tx: Tx, userId: string) {
  return tables(tx).selectFrom("relationship").where("clientUserId", "=", userId).select("id");
}
