import { isUnexpected, type Sql, type Statement } from "../ports/sql.ts";
import { numberIn } from "../store/columns.ts";

/**
 * Reads from the server and stores the answer, again if a purge order was carried out meanwhile: an answer from before
 * it brings nothing back.
 *
 * @param read gets a statement for the transaction that stores the answer. It fails after an order.
 */
export async function unlessOrdered<Outcome>(
  sql: Sql,
  read: (isUnordered: Statement) => Promise<Outcome>,
): Promise<Outcome> {
  for (let tries = 1; ; tries += 1) {
    const [row] = await sql.read({ sql: `select orders from device_metadata` });
    const orders = row === undefined ? 0 : numberIn(row, "orders");
    try {
      return await read({
        sql: `update device_metadata set orders = orders where orders = ?`,
        params: [orders],
        changes: 1,
      });
    } catch (fault) {
      if (!isUnexpected(fault) || tries === MOST_TRIES) throw fault;
    }
  }
}

const MOST_TRIES = 3;
