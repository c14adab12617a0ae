import type { ClientPlace, Relationship } from "./client-queries.ts";

/** Props of each tab of a client. */
export interface TabProps {
  readonly place: ClientPlace;
  readonly client: Relationship;
}
