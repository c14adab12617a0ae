import type { components } from "../../api/routes.d.ts";
import { nameSearch } from "../../kit/name-search.ts";
import type { AssignmentDate } from "../words/refusal-text.ts";

/** The request that gives a plan to a client; without a date it starts on the client's present day. */
export function assignBody(
  planId: string,
  { startDate, endDate, followsNewer }: Terms,
): AssignPlan {
  return {
    planId,
    followsNewer,
    ...(startDate !== "" && { startDate }),
    ...(endDate !== "" && { endDate }),
  };
}

type AssignPlan = components["schemas"]["AssignPlan"];

/** From when, until when, and whether newer revisions follow. Empty dates are none. */
export interface Terms {
  readonly startDate: string;
  readonly endDate: string;
  readonly followsNewer: boolean;
}

/** Whether the last day of an assignment is before its first one. */
export const endsBeforeStart = ({ startDate, endDate }: Terms): boolean =>
  startDate !== "" && endDate !== "" && endDate < startDate;

/** Outcome of the assignment to one client. */
export type AssignOutcome =
  | { readonly kind: "ASSIGNED"; readonly from: string }
  | {
      readonly kind: "REFUSED";
      readonly reason: string;
      /** The terms that were refused, and the date in them that is the reason; null for another reason. */
      readonly terms: Terms;
      readonly date: AssignmentDate | null;
    };

/** The date of some terms with which a plan would ask for nothing, as answers to the same terms have said. */
export function overDate(terms: Terms, outcomes: Iterable<AssignOutcome>): AssignmentDate | null {
  for (const outcome of outcomes) {
    if (outcome.kind !== "REFUSED" || outcome.date === null) continue;
    if (outcome.terms[outcome.date] === terms[outcome.date]) return outcome.date;
  }
  return null;
}

/** Whether a client could be given a plan at all: the API decides the rest. */
export function mayBeAssigned({ status }: { readonly status: string }): boolean {
  return status === "ACTIVE" || status === "ONBOARDING";
}

/** The clients whom a typed text finds, as in the roster. */
export function findClients<Client extends NamedClient>(
  clients: readonly Client[],
  typed: string,
): readonly Client[] {
  const isSought = nameSearch(typed);
  return clients.filter(({ client }) => isSought(client.displayName));
}

interface NamedClient {
  readonly client: { readonly displayName: string };
}
