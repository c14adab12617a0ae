import { MANIFEST_DAYS } from "../../../contract/sync/vocabulary.ts";
import { addDays, localDateOf } from "../../../rules/local-day.ts";
import { isJsonObject, type JsonObject, objectsAt, textAt, textsAt } from "../../json.ts";

/** The fields of the server's manifest that the device compares: packages offered around the present day. */
export interface Manifest {
  /** The relationship's zone, in which days are counted. */
  readonly timezone: string;
  readonly packages: readonly OfferedPackage[];
  /** Cursor of the next delta. */
  readonly nextCursor: string;
  /** Milliseconds by which the server's clock was ahead of the device's when it answered. */
  readonly serverAheadMs: number;
}

/** An offered package. */
export interface OfferedPackage {
  readonly packageId: string;
  readonly taskId: string;
  readonly localDate: string;
  readonly packageChecksum: string;
}

/** A manifest in an answer; null if it has another format. */
export function manifestIn(data: unknown, serverAheadMs: number): Manifest | null {
  if (!isJsonObject(data) || !Array.isArray(data["packages"])) return null;
  const timezone = textAt(data, "timezone");
  const nextCursor = textAt(data, "nextCursor");
  if (timezone === null || nextCursor === null) return null;
  return { timezone, nextCursor, packages: packagesAt(data, "packages"), serverAheadMs };
}

/**
 * The manifest after a delta; null if it has another format. Days move on without a change, so packages outside the
 * window of the default manifest are dropped.
 */
export function withDelta(known: Manifest, data: unknown, clock: ServerClock): Manifest | null {
  if (!isJsonObject(data) || !Array.isArray(data["changedPackages"])) return null;
  const nextCursor = textAt(data, "nextCursor");
  if (nextCursor === null) return null;
  const changed = packagesAt(data, "changedPackages");
  const goneIds = new Set(textsAt(data, "deletedPackageIds"));
  const goneTasks = new Set([
    ...textsAt(data, "invalidatedTaskIds"),
    ...changed.map(({ taskId }) => taskId),
  ]);
  const kept = known.packages.filter(
    ({ packageId, taskId }) => !goneIds.has(packageId) && !goneTasks.has(taskId),
  );
  const first = addDays(localDateOf(new Date(clock.serverTime), known.timezone), -1);
  const last = addDays(first, MANIFEST_DAYS - 1);
  const packages = [...kept, ...changed].filter(
    ({ localDate }) => localDate >= first && localDate <= last,
  );
  return { ...known, packages, nextCursor, serverAheadMs: clock.aheadMs };
}

/** The server's clock in an answer, in milliseconds since 1970 and ahead of the device's. */
export interface ServerClock {
  readonly serverTime: number;
  readonly aheadMs: number;
}

/**
 * Packages that a device keeps: those offered for the current and earlier days, and those of the next day with a
 * workout.
 */
export function wantedPackages({ packages }: Manifest, today: string): readonly OfferedPackage[] {
  const later = packages.flatMap(({ localDate }) => (localDate > today ? [localDate] : []));
  const next = later.reduce((first, date) => (first === "" || date < first ? date : first), "");
  return packages.filter(({ localDate }) => localDate <= today || localDate === next);
}

function packagesAt(data: JsonObject, name: string): readonly OfferedPackage[] {
  return objectsAt(data, name).flatMap((entry) => {
    const packageId = textAt(entry, "packageId");
    const taskId = textAt(entry, "taskId");
    const localDate = textAt(entry, "localDate");
    const packageChecksum = textAt(entry, "packageChecksum");
    if (packageId === null || taskId === null || localDate === null || packageChecksum === null)
      return [];
    return { packageId, taskId, localDate, packageChecksum };
  });
}
