import type { components } from "../../api/routes.d.ts";

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

/** What came of the assignment to one client. */
export type AssignOutcome =
  | { readonly kind: "ASSIGNED"; readonly from: string }
  | { readonly kind: "REFUSED"; readonly reason: string };

/** Whether a client could be given a plan at all: the API decides the rest. */
export function mayBeAssigned({ status }: { readonly status: string }): boolean {
  return status === "ACTIVE" || status === "ONBOARDING";
}

/** The clients whom a typed text finds, in upper or lower case. */
export function findClients<Client extends NamedClient>(
  clients: readonly Client[],
  typed: string,
): readonly Client[] {
  const wanted = typed.trim().toLocaleLowerCase();
  return clients.filter(({ client }) => client.displayName.toLocaleLowerCase().includes(wanted));
}

interface NamedClient {
  readonly client: { readonly displayName: string };
}
