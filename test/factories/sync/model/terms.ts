import type { Operation } from "../../../../contract/sync/schema.ts";
import type { ResultStatus } from "../../../../contract/sync/vocabulary.ts";

/** The meaning of an operation of a history. */
export type Meaning =
  | { readonly kind: "SIP"; readonly minute: number; readonly amount: number }
  | { readonly kind: "UNDO"; readonly undoes: string }
  | { readonly kind: "NOTE"; readonly text: string; readonly faulty: boolean };

/** An operation as a phone of a history queued it: its meaning, and its wire form. */
export interface ModelOperation {
  readonly meaning: Meaning;
  readonly wire: Operation;
  /** The fault of its envelope, if any. */
  readonly wrong:
    | "CHECKSUM_MISMATCH"
    | "OPERATION_UNKNOWN"
    | "OPERATION_VERSION_UNSUPPORTED"
    | null;
}

/** The expected result. */
export interface Expected {
  readonly status: ResultStatus;
  readonly code: string | null;
  readonly revision: number | null;
  readonly receipt: boolean;
}

/** A receipt that the model expects on a device's chain. */
export interface ModelReceipt extends Expected {
  readonly key: string;
}

interface Entry {
  readonly key: string;
  readonly minute: number;
  readonly amount: number;
  readonly acceptedAt: number;
  isInForce: boolean;
}

/** A relationship: its lifecycle, its counter, its water and its notes. */
export interface ModelScope {
  status: "ACTIVE" | "PAUSED" | "ENDED";
  /**
   * The kind of change at each step of the scope's counter. A `day` change (the calendar resumes) is compared without
   * its ids.
   */
  readonly changes: ("task" | "scope" | "day")[];
  readonly water: { revision: number; by: number | null; beforeRun: number; entries: Entry[] };
  valueRows: number;
  readonly notes: string[];
}

/** A device: its chain, and its batches by status. */
export interface ModelDevice {
  active: boolean;
  readonly receipts: ModelReceipt[];
  admitted: number;
  settled: number;
}

/** An operation that was deferred. */
export interface Aside {
  readonly operation: ModelOperation;
  readonly phone: number;
  readonly scope: number;
  readonly device: ModelDevice;
  /** The deferred operation that it waits for; null if it crashed. */
  readonly behind: string | null;
  attempts: number;
  dueAt: number;
  state: "OPEN" | "QUARANTINED" | "DONE";
}

/** One transmission: the phone, its device and the scope. */
export interface Sending {
  readonly phone: number;
  readonly device: ModelDevice;
  readonly scope: number;
}

/** Identity of an operation: lineage, scope and its own id. */
export function keyOf(
  { phone, scope }: Pick<Sending, "phone" | "scope">,
  { clientOperationId }: Pick<Operation, "clientOperationId">,
): string {
  return `${phone}/${scope}/${clientOperationId}`;
}

/** The element at an index. @throws Error when there is none. */
export function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error("The history names a missing object");
  return found;
}
