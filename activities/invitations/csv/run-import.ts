import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { inviteSlice, type SliceOrder } from "./invite-slice.ts";

/**
 * Invites by a file slice by slice, each in its own transaction and in turn, until no line or no caller waits. After
 * a crash the next call continues at the first line without an outcome. Lines that cannot have one are left to the
 * import's actor.
 *
 * @throws Refusal UNAVAILABLE when the database fails twice; outcomes that were given stay.
 */
export async function runImport(
  em: SqlEntityManager,
  order: SliceOrder,
  { goesOn, takeTurn }: ImportPace,
): Promise<void> {
  let waits = true;
  while (waits && goesOn()) {
    const leave = await takeTurn();
    try {
      if (!goesOn()) return;
      const { judged, left } = await transact(em, (tx) => inviteSlice(tx, order));
      waits = judged > 0 && left !== null && left.doneAt === null;
    } finally {
      leave();
    }
  }
}

/** When the import of a file pauses or stops. */
export interface ImportPace {
  /** False once the caller no longer waits. */
  readonly goesOn: () => boolean;
  /** Waits until the next slice may begin; returns a function that lets the next file continue. */
  readonly takeTurn: () => Promise<() => void>;
}
