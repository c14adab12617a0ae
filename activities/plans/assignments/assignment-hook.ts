import type { Tx } from "../../../db/platform/transactions/transact.ts";

/**
 * The reactions of another room when an assignment is superseded, in the same transaction and under the scope's lock.
 */
export interface AssignmentHook {
  superseded(tx: Tx, superseded: SupersededAssignment): Promise<void>;
}

/** An assignment that another replaced. */
export interface SupersededAssignment {
  readonly relationshipId: string;
  readonly assignmentId: string;
  /** True if nothing may be submitted any more from packages of it that devices hold. */
  readonly stopUse: boolean;
  readonly now: Date;
}

/** The hooks of all rooms that follow assignments, in call order. */
export type AssignmentHooks = readonly AssignmentHook[];
