import { openNodeSql } from "../../../device/adapters/node/node-sql.ts";

/**
 * A program that a test kills. It adds rows to a database file without end, two per write, and prints the number of
 * each durable write.
 */
const sql = await openNodeSql(process.argv[2] ?? "");
await sql.write([{ sql: "create table if not exists pair (number integer, half text)" }]);
const [last] = await sql.read({ sql: "select coalesce(max(number), 0) as number from pair" });
for (let number = Number(last?.["number"]) + 1; ; number += 1) {
  const half = (name: string) => ({
    sql: "insert into pair values (?, ?)",
    params: [number, name.repeat(3000)],
  });
  await sql.write([half("a"), half("b")]);
  // Ends with the test: a pipe without a reader is an error event, which needs a turn of the event loop.
  await new Promise((written) => process.stdout.write(`${number}\n`, written));
}
