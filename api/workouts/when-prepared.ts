import { prepareFor } from "../../activities/workouts/deliver-to-workouts.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { PackageScope } from "../../db/workouts/queries.ts";
import type { ApiDeps } from "../api-deps.ts";

/**
 * The found data. If a day or plan needs a package that is not prepared yet, it is prepared first and everything is
 * read again. The reader does not wait for the events that would prepare it.
 *
 * @throws Refusal NOT_FOUND if the caller is nobody's client.
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

/** The found data, and how to read them again. */
interface Preparing<Found> {
  readonly found: Found | null;
  readonly again: () => Promise<Found | null>;
  readonly request: { readonly requestId: string };
}
