import type { ClientPlace, Relationship } from "./client-queries.ts";

/** What each tab of a client gets. */
export interface TabProps {
  readonly place: ClientPlace;
  readonly client: Relationship;
}
