import type { TaskStatus } from "../../contract/agenda/vocabulary.ts";
import { WITHDRAWN_TASK_STATUSES } from "../../contract/agenda/vocabulary.ts";

/** A package that is to be offered. */
export interface WantedPackage {
  readonly taskId: string;
  readonly packageChecksum: string;
}

/** A package that is offered at present. */
export interface HeldPackage extends WantedPackage {
  readonly id: string;
  /** Of its task; null where there is none, or none yet. */
  readonly taskStatus: TaskStatus | null;
}

/** What has to become of the packages of some tasks. */
export interface PackageChanges<Wanted, Held> {
  /** Offered no more. */
  readonly gone: readonly Held[];
  /** To be offered from now on. */
  readonly missing: readonly Wanted[];
}

/**
 * Compares what is offered with what is to be offered (docs/rooms/workouts.md#packages). What another package takes the
 * place of is gone, and what nobody asks for: its task was taken back, or will never be made. A package whose task is
 * done, skipped or missed stays as it was.
 */
export function comparePackages<Wanted extends WantedPackage, Held extends HeldPackage>(
  wanted: readonly Wanted[],
  held: readonly Held[],
): PackageChanges<Wanted, Held> {
  const asked = new Map(wanted.map((each) => [each.taskId, each.packageChecksum]));
  const offered = new Map(held.map((each) => [each.taskId, each.packageChecksum]));
  return {
    gone: held.filter(({ taskId, packageChecksum, taskStatus }) => {
      const checksum = asked.get(taskId);
      return checksum === undefined ? isTakenBack(taskStatus) : checksum !== packageChecksum;
    }),
    missing: wanted.filter((each) => offered.get(each.taskId) !== each.packageChecksum),
  };
}

function isTakenBack(status: TaskStatus | null): boolean {
  return status === null || WITHDRAWN_TASK_STATUSES.some((withdrawn) => withdrawn === status);
}
