import type { Codes } from "../kit/saved-views/saved-views.ts";
import type { Texts } from "../texts/use-texts.ts";
import type { RosterClient } from "./roster-client.ts";
import { rosterSearch } from "./roster-search.ts";

/** Describes in words what the roster shows: the view, the filters, the order. A coach who is gone is left out. */
export function describeRoster(
  { t }: Pick<Texts, "t">,
  codes: Codes,
  clients: readonly Pick<RosterClient, "coach">[],
): string {
  const { view = "attention", sort = "ATTENTION", status, bucket, coach } = rosterSearch(codes);
  const responsible = clients.find((client) => client.coach.userId === coach)?.coach.displayName;
  return [
    t(`clients.view.${view}`),
    status && t(`clients.status.${status}`),
    bucket && t(`clients.bucket.${bucket}`),
    responsible,
    t(`clients.sort.${sort}`),
  ]
    .filter((part) => part !== undefined)
    .join(", ");
}
