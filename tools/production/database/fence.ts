import { chownSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PostgresPlace } from "../../postgres/postgres-place.ts";

/**
 * Fences a cluster, so that it never serves as a primary again. The file keeps our own start away from it; the signal
 * file makes PostgreSQL itself start it as a standby, whoever starts it.
 *
 * @param reason for the operator who finds the file.
 */
export function fence({ place, fenceFile }: Fenced, reason: string): void {
  writeFileSync(fenceFile, `${new Date().toISOString()} ${reason}\n`, { mode: 0o600 });
  if (existsSync(place.directory)) markAsStandby(place);
}

/** A cluster that may be fenced. */
export interface Fenced {
  readonly place: PostgresPlace;
  /** Outside of the cluster, which is deleted before it is built again. */
  readonly fenceFile: string;
}

/** Whether the cluster is fenced. Only a rebuild from the primary lifts a fence. */
export function isFenced({ fenceFile }: Fenced): boolean {
  return existsSync(fenceFile);
}

/** Lifts the fence of a cluster that was rebuilt from the primary. */
export function liftFence({ fenceFile }: Fenced): void {
  rmSync(fenceFile, { force: true });
}

/** Makes PostgreSQL start this cluster as a standby. */
export function markAsStandby({ directory, user: { uid, gid } }: PostgresPlace): void {
  const file = join(directory, STANDBY_SIGNAL);
  writeFileSync(file, "", { mode: 0o600 });
  if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
}

/** The role in which PostgreSQL would start a cluster; null if there is none. */
export function roleOf({ directory }: PostgresPlace): "PRIMARY" | "STANDBY" | null {
  if (!existsSync(join(directory, "PG_VERSION"))) return null;
  return existsSync(join(directory, STANDBY_SIGNAL)) ? "STANDBY" : "PRIMARY";
}

const STANDBY_SIGNAL = "standby.signal";
