import { isId } from "../../contract/is-id.ts";
import type { CoachTaskType } from "../../contract/inbox/source-vocabulary.ts";
import { FILTER_TYPES } from "./filter/inbox-filter.ts";
import { GROUPINGS, type Grouping } from "./list-entries.ts";
import { VIEWS, type ViewId } from "./views.ts";

/** The inbox's part of the address: view, grouping and filter. Anything else is dropped. */
export function inboxSearch(search: Readonly<Record<string, unknown>>): InboxSearch {
  const view = VIEWS.find(({ id }) => id === search["view"])?.id;
  const group = GROUPINGS.find((known) => known === search["group"]);
  const type = FILTER_TYPES.find((known) => known === search["type"]);
  const coach = search["coach"];
  return {
    ...(view && { view }),
    ...(group && { group }),
    ...(type && { type }),
    ...(isId(coach) && { coach }),
  };
}

export interface InboxSearch {
  readonly view?: ViewId;
  readonly group?: Grouping;
  readonly type?: CoachTaskType;
  readonly coach?: string;
}
