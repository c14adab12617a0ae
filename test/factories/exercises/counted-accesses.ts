import { MEDIA_QUOTA } from "../../../contract/exercises/media-vocabulary.ts";
import type { Used } from "../../../rules/exercises/media/judge-media-quota.ts";

/** One access that counts, as a test records it. */
export interface CountedAccess {
  readonly exerciseId: string;
  readonly workspaceId: string;
  readonly minutes: number;
  readonly at: Date;
}

const HOUR_MS = 3_600_000;
const within = (now: Date, hours: number) => (access: { readonly at: Date }) =>
  access.at.getTime() > now.getTime() - hours * HOUR_MS;

/** Counts the usage of the accesses at an instant one by one, for comparison with the statement. */
export function countUsed(
  accesses: readonly CountedAccess[],
  now: Date,
  workspaceId: string,
): Used & { readonly knownIds: ReadonlySet<string> } {
  const sumOf = (some: readonly CountedAccess[]) => {
    const places = some.filter(within(now, MEDIA_QUOTA.placeHours));
    const seen = some.filter(within(now, MEDIA_QUOTA.minutesDays * 24));
    return {
      exercises: new Set(places.map(({ exerciseId }) => exerciseId)).size,
      minutes: seen.reduce((sum, { minutes }) => sum + minutes, 0),
    };
  };
  const own = accesses.filter((access) => access.workspaceId === workspaceId);
  const known = accesses.filter(within(now, MEDIA_QUOTA.placeHours));
  return {
    ...sumOf(accesses),
    ofWorkspace: sumOf(own),
    knownIds: new Set(known.map(({ exerciseId }) => exerciseId)),
  };
}
