import { GROUPINGS, type Grouping } from "./list-entries.ts";
import { VIEWS, type ViewId } from "./views.ts";

/** The inbox's part of the address: view and grouping. Anything else is dropped. */
export function inboxSearch(search: Readonly<Record<string, unknown>>): InboxSearch {
  const view = VIEWS.find(({ id }) => id === search["view"])?.id;
  const group = GROUPINGS.find((known) => known === search["group"]);
  return { ...(view && { view }), ...(group && { group }) };
}

export interface InboxSearch {
  readonly view?: ViewId;
  readonly group?: Grouping;
}
