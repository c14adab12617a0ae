import type { SliceRow } from "../../../contract/sync/slice-digest.ts";
import type { Core } from "../../core.ts";
import type { Answer } from "../../lanes/classify-answer.ts";
import type { Statement } from "../../ports/sql.ts";
import type { Session } from "../../session/types.ts";
import type { ScopeRow } from "../../store/load-scope.ts";
import type { ScopeAnswer } from "../scope-answer.ts";

/** A slice of a scope that this device keeps (docs/rooms/device.md#slices). */
export interface Slice {
  /**
   * The slice as this device keeps it: its name on the wire, and the rows that its digest covers. Without rows the
   * server answers it in any case. Null if it has no name yet; it is then read without a comparison.
   */
  kept(context: SliceContext): Promise<KeptSlice | null>;
  /** Stores what the answer about the whole scope contains of the slice; null if it contains nothing of it. */
  carried?(context: SliceContext, answer: ScopeAnswer): Promise<readonly Statement[] | null>;
  /**
   * Reads the slice after the scope, with as many requests as it needs.
   *
   * @param path where the server says to read it; null if it was not compared, or its time is over.
   */
  read(context: SliceContext, path: string | null): Promise<SliceRead>;
}

/** Dependencies of a slice. */
export interface SliceContext {
  readonly core: Core;
  readonly session: Session;
  readonly scope: ScopeRow;
  readonly deviceId: string;
}

/** A slice as it is stored. */
export interface KeptSlice {
  readonly name: string;
  /** Null if this device has nothing of it. */
  readonly rows: readonly SliceRow[] | null;
  /** From this instant of the server on, it is read even if its rows are unchanged; absent if never. */
  readonly until?: number;
}

/** The statements that store a slice as it was read, or why it was not read. */
export type SliceRead =
  /** `name` is that of the slice that was read, if it may be another one than the stored one. */
  | { readonly kind: "READ"; readonly statements: readonly Statement[]; readonly name?: string }
  | { readonly kind: "FAILED"; readonly answer: ReadFailure };

/** Every answer except a success of the server. */
export type ReadFailure = Exclude<Answer, { kind: "ANSWER" }>;

/** A success of the server without the fields that this version expects. It is tried again later. */
export const NOT_UNDERSTOOD: ReadFailure = { kind: "TRANSPORT", cause: "FAULT", pauseMs: null };
