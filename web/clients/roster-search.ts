import { ADHERENCE_BUCKETS } from "../../contract/agenda/adherence/vocabulary.ts";
import { ROSTER_SORTS, type RosterSort } from "../../contract/inbox/console/vocabulary.ts";
import { RELATIONSHIP_STATUSES } from "../../contract/relationships/vocabulary.ts";
import { ROSTER_VIEWS, type RosterViewId } from "./roster-views.ts";

/** The roster's part of the address: view, order and filters by code. A typed search never stands in it. */
export function rosterSearch(search: Readonly<Record<string, unknown>>): RosterSearch {
  const view = ROSTER_VIEWS.find(({ id }) => id === search["view"])?.id;
  const sort = ROSTER_SORTS.find((known) => known === search["sort"]);
  const status = RELATIONSHIP_STATUSES.find((known) => known === search["status"]);
  const bucket = ADHERENCE_BUCKETS.find((known) => known === search["bucket"]);
  const coach = search["coach"];
  const isCoach = typeof coach === "string" && ID.test(coach);
  return {
    ...(view && { view }),
    ...(sort && { sort }),
    ...(status && { status }),
    ...(bucket && { bucket }),
    ...(isCoach && { coach }),
  };
}

const ID = /^[0-9a-f-]{36}$/;

export interface RosterSearch {
  readonly view?: RosterViewId;
  readonly sort?: RosterSort;
  readonly status?: (typeof RELATIONSHIP_STATUSES)[number];
  readonly bucket?: (typeof ADHERENCE_BUCKETS)[number];
  /** The responsible coach. */
  readonly coach?: string;
}
