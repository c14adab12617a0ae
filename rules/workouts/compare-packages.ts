import type { TaskStatus } from "../../contract/agenda/vocabulary.ts";
import { WITHDRAWN_TASK_STATUSES } from "../../contract/agenda/vocabulary.ts";

/**
 * Compares the offered packages with those that should be offered (docs/rooms/workouts.md#packages). A package is
 * withdrawn if another replaces it, or if its task was canceled or will never be made. The package of a done, skipped
 * or missed task stays unchanged.
 */
export function comparePackages<Wanted extends WantedPackage, Offered extends StoredPackage>(
  wanted: readonly Wanted[],
  current: readonly Offered[],
): PackageChanges<Wanted, Offered> {
  const checksums = new Map(wanted.map((each) => [each.taskId, each.packageChecksum]));
  const offered = new Map(current.map((each) => [each.taskId, each.packageChecksum]));
  return {
    gone: current.filter(({ taskId, packageChecksum, taskStatus }) => {
      const checksum = checksums.get(taskId);
      return checksum === undefined ? isTakenBack(taskStatus) : checksum !== packageChecksum;
    }),
    missing: wanted.filter((each) => offered.get(each.taskId) !== each.packageChecksum),
  };
}

/** A package that should be offered. */
export interface WantedPackage {
  readonly taskId: string;
  readonly packageChecksum: string;
}

/** A package that is offered now. */
export interface StoredPackage extends WantedPackage {
  readonly id: string;
  /** Status of its task; null if there is none, or not yet. */
  readonly taskStatus: TaskStatus | null;
}

/** The changes to the packages of some tasks. */
export interface PackageChanges<Wanted, Offered> {
  /** Packages to withdraw. */
  readonly gone: readonly Offered[];
  /** Packages to issue. */
  readonly missing: readonly Wanted[];
}

function isTakenBack(status: TaskStatus | null): boolean {
  return status === null || WITHDRAWN_TASK_STATUSES.some((withdrawn) => withdrawn === status);
}
