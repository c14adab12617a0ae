import type { PartCall } from "../parts/part-call.ts";
import type { OperationPayloads } from "../wire/operation-types.ts";

/** An act of a coach on a row of the inbox. The operation's id is `callId`, so a repeated call is the same act. */
export type InboxAct = PartCall &
  SeenRow &
  (TouchAct | ResolveAct | ReviewAct | DismissAct | SnoozeAct);

/** The name of an act. */
export type InboxActName = InboxAct["act"];

/** The row, and the revision that the coach saw; that of the row on this device if none is named. */
export interface SeenRow {
  readonly taskId: string;
  readonly expectedRevision?: number;
  /** The refused act that this one replaces. */
  readonly resubmitOf?: string;
}

/** An act without further choices. UNDO takes back the coach's own decision. */
export interface TouchAct {
  readonly act: "START" | "UNSNOOZE" | "UNDO" | "PIN" | "UNPIN";
}

/** The coach has dealt with it. */
export interface ResolveAct extends Choices<"inbox.resolve"> {
  readonly act: "RESOLVE";
}

/** The coach has reviewed its source. */
export interface ReviewAct extends Choices<"inbox.review"> {
  readonly act: "REVIEW";
}

/** It needs no coach. */
export interface DismissAct extends Choices<"inbox.dismiss"> {
  readonly act: "DISMISS";
}

/** It waits until later; only a preset works without a connection. */
export interface SnoozeAct extends Choices<"inbox.snooze"> {
  readonly act: "SNOOZE";
}

type Choices<Type extends keyof OperationPayloads> = Omit<OperationPayloads[Type], "taskId">;
