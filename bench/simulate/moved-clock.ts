import type { Client } from "pg";

/** The clock of a stack's database, which is moved ahead of real time. */
export interface MovedClock {
  /** Its present instant, in milliseconds. */
  readonly now: () => number;
  readonly advance: (milliseconds: number) => Promise<void>;
  /** Real milliseconds between two of its instants, without the moves in between. */
  readonly realBetween: (from: number, to: number) => number;
}

/** Opens the clock; nothing else may move it meanwhile. */
export async function openMovedClock(database: Client): Promise<MovedClock> {
  const { rows } = await database.query<{ ms: number }>(
    "select extract(epoch from shift)::float8 * 1000 as ms from clock_offset",
  );
  let shiftMs = rows[0]?.ms ?? 0;
  const moves: Move[] = [];
  return {
    now: () => Date.now() + shiftMs,
    async advance(milliseconds) {
      moves.push({ at: Date.now() + shiftMs + milliseconds, by: milliseconds });
      shiftMs += milliseconds;
      await database.query(
        "update clock_offset set shift = shift + make_interval(secs => $1::float8 / 1000)",
        [milliseconds],
      );
    },
    realBetween: (from, to) => withoutMoves(moves, from, to),
  };
}

/** Milliseconds between two instants of a clock, without its moves in between. */
export function withoutMoves(moves: readonly Move[], from: number, to: number): number {
  return moves.reduce((left, { at, by }) => (from < at && at <= to ? left - by : left), to - from);
}

/** The instant that the clock had after it was moved, and by how much. */
interface Move {
  readonly at: number;
  readonly by: number;
}
