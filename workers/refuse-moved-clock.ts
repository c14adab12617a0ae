import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { findClockShift } from "../db/platform/find-clock-shift.ts";
import { StartRefused } from "./start/start-refused.ts";
import { isDatabaseTrouble } from "../db/platform/transactions/transact.ts";

/**
 * Refuses to start a production process if the database's clock was moved (docs/rooms/house.md#time). An unavailable
 * database does not delay the start.
 *
 * @throws StartRefused if the database does not use the real clock.
 */
export async function refuseMovedClock(mode: string, em: SqlEntityManager): Promise<void> {
  if (mode !== "production") return;
  const seconds = await shiftOrZero(em);
  if (seconds === 0) return;
  throw new StartRefused(
    `The clock of the database was moved by ${seconds} s; production does not start.`,
  );
}

async function shiftOrZero(em: SqlEntityManager): Promise<number> {
  try {
    return await findClockShift(em);
  } catch (error) {
    if (isDatabaseTrouble(error)) return 0;
    throw error;
  }
}
