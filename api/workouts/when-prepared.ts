import { prepareFor } from "../../activities/workouts/follow-workouts.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { PackageScope } from "../../db/workouts/queries.ts";
import type { ApiDeps } from "../deps.ts";

/** What was found, and how it is found again. */
interface Preparing<Found> {
  readonly found: Found | null;
  readonly again: () => Promise<Found | null>;
  readonly request: { readonly requestId: string };
}

/**
 * What was found; where a day or a plan asks for what nobody has prepared yet, it is prepared first and all is found
 * again. Nobody waits for the events that would have brought it about.
 *
 * @throws Refusal NOT_FOUND for who is nobody's client.
 */
export async function whenPrepared<Found extends PackageScope & { readonly unprepared: boolean }>(
  { database }: Pick<ApiDeps, "database">,
  { found, again, request }: Preparing<Found>,
): Promise<Found> {
  if (found === null) throw new Refusal("NOT_FOUND");
  if (!found.unprepared) return found;
  await prepareFor(database.em, [found.relationshipId], request.requestId);
  const prepared = await again();
  if (prepared === null) throw new Refusal("NOT_FOUND");
  return prepared;
}
