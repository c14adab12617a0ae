import type { Tx } from "../../../db/transact.ts";

/** An assignment in whose place another was put. */
export interface SupersededAssignment {
  readonly relationshipId: string;
  readonly assignmentId: string;
  /** Nothing may be submitted any more from what devices took along of it. */
  readonly stopUse: boolean;
  readonly now: Date;
}

/** What another room does when something becomes of an assignment, in the same transaction and under the scope's lock. */
export interface AssignmentHook {
  superseded(tx: Tx, superseded: SupersededAssignment): Promise<void>;
}

/** The hooks of every room that follows assignments, in the order in which they are told. */
export type AssignmentHooks = readonly AssignmentHook[];
