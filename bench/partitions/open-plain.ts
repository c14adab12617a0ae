import { Client } from "pg";
import { buildPhones } from "../phones/phones.ts";
import type { Bench } from "../report/rounds.ts";
import { startBenchStack } from "../stack/stack.ts";
import { undoPartitions } from "./undo-partitions.ts";

/** Starts a stack with registered phones, and with the plain tables of before the partitions. */
export async function openPlain(devices: number): Promise<Bench> {
  const stack = await startBenchStack();
  const database = new Client({ connectionString: stack.database.ownerUrl });
  await database.connect();
  await database.query("set statement_timeout = 0; set transaction_timeout = 0");
  const phones = await buildPhones(stack, devices);
  await undoPartitions(database);
  return { stack, database, phones };
}
