import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { transact } from "../../../db/transact.ts";
import { inviteSlice, type SliceOrder } from "./invite-slice.ts";

/** How long a file is worked at, and beside what. */
export interface ImportPace {
  /** False once whoever asked waits no longer. */
  readonly goesOn: () => boolean;
  /** Waits until the next slice may be begun; answers how to let the next file have its turn. */
  readonly takeTurn: () => Promise<() => void>;
}

/**
 * Invites by a file slice by slice, each a transaction of its own and in its turn, until no line waits or nobody does.
 * Killed in between, whoever comes next goes on at the first line without an outcome. Lines that cannot have one are left to
 * the actor of the import.
 *
 * @throws Refusal UNAVAILABLE when the database fails twice; what was given an outcome stays.
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
