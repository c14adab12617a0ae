import type { Statement } from "../ports/sql.ts";
import { isAnswered } from "./is-answered.ts";
import type { ScopeAnswer } from "./scope-answer.ts";
import {
  type KeptSlice,
  NOT_UNDERSTOOD,
  type ReadFailure,
  type Slice,
  type SliceContext,
  type SliceRead,
} from "./slices/types.ts";

/**
 * Reads each slice that differs, one after another, unless the answer about the scope contains it. A slice that cannot
 * be read does not keep back the others: its digest differs at the next read too.
 */
export async function readSlices(
  context: SliceContext,
  slices: readonly ComparedSlice[],
  answer: ComparedAnswer,
): Promise<SlicesRead> {
  const statements: Statement[] = [];
  const covered = new Set<string>();
  let failure: ReadFailure | null = null;
  let isSilent = false;
  for (const { slice, kept } of slices) {
    const carried = (await slice.carried?.(context, answer.whole)) ?? null;
    if (carried !== null) {
      statements.push(...carried);
      if (kept !== null) covered.add(kept.name);
    }
    // After a lost connection, only what already arrived is stored.
    if (carried !== null || isSilent) continue;
    const read = await readSlice(context, { slice, kept }, answer);
    if (read.kind === "READ") {
      statements.push(...read.statements);
      const name = read.name ?? kept?.name;
      if (name !== undefined) covered.add(name);
    } else {
      failure ??= asFailure(read.answer);
      isSilent = !isAnswered(read.answer);
    }
  }
  return { statements, failure, covered };
}

/** A slice and how this device keeps it. */
export interface ComparedSlice {
  readonly slice: Slice;
  readonly kept: KeptSlice | null;
}

/** The answer about the whole scope, and when the server gave it. */
export interface ComparedAnswer {
  readonly whole: ScopeAnswer;
  readonly serverTime: number;
}

/** Result of a read of slices; `failure` says why a slice is missing. */
export interface SlicesRead {
  readonly statements: readonly Statement[];
  /** Names of the slices that are on the device as the server has them. After a change of day it is the new day's. */
  readonly covered: ReadonlySet<string>;
  readonly failure: ReadFailure | null;
}

async function readSlice(
  context: SliceContext,
  { slice, kept }: ComparedSlice,
  { whole, serverTime }: ComparedAnswer,
): Promise<SliceRead> {
  const path = kept === null ? null : (whole.slices.get(kept.name) ?? null);
  if (path === null && !isOver(kept, serverTime)) return { kind: "READ", statements: [] };
  return await slice.read(context, path);
}

/** Whether a slice is read although the server did not answer it. */
function isOver(kept: KeptSlice | null, serverTime: number): boolean {
  return kept === null || (kept.until !== undefined && kept.until <= serverTime);
}

/** A part of a reachable scope that is not found does not lock the scope. */
function asFailure(answer: ReadFailure): ReadFailure {
  return answer.kind === "NOT_FOUND" ? NOT_UNDERSTOOD : answer;
}
