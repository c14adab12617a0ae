import { sql } from "kysely";
import type { Tx } from "./transact.ts";

/** Runs a part of a transaction that may fail without ending the transaction. */
export async function attempt<T>(tx: Tx, work: () => Promise<T>): Promise<Attempted<T>> {
  try {
    return { kind: "DONE", result: await withinSavepoint(tx, work) };
  } catch (fault) {
    return { kind: "FAILED", fault };
  }
}

/** The outcome of work under a savepoint; if it failed, all of it is rolled back. */
export type Attempted<T> =
  | { readonly kind: "DONE"; readonly result: T }
  | { readonly kind: "FAILED"; readonly fault: unknown };

/** Runs a part of a transaction under a savepoint, which is rolled back if the part throws. @throws what it throws. */
export async function withinSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint attempt`.execute(tx.getKysely());
  try {
    const result = await work();
    await sql`release savepoint attempt`.execute(tx.getKysely());
    return result;
  } catch (fault) {
    await sql`rollback to savepoint attempt`.execute(tx.getKysely());
    throw fault;
  }
}
