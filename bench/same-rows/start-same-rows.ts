import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { syncRequestSchema } from "../../contract/sync/schema.ts";
import { post } from "../load.ts";
import { untilSettled } from "../stack/meters.ts";
import { nextBatch, type Phone } from "../phones/phones.ts";
import { type Bench, say } from "../report/rounds.ts";
import { programSide, startProgram, type StartedSide, syncUrl } from "../sides.ts";
import { leftBy, type LeftTable, requireSame, showLeft } from "./left-rows.ts";
import { ownTexts } from "./own-texts.ts";
import { type Model, planStatement } from "./plan-statement.ts";

/** Time in which a device's actor is woken, settles and stores its next deadline. */
const ACTORS_MS = 3_000;

/** The baseline, and the rows that one batch writes. */
export type SameRowsSide = StartedSide & { readonly left: readonly LeftTable[] };

/**
 * Starts the baseline that writes the product's own rows. It learns them from one batch that the product admits and
 * settles, from a phone that has sent before. A batch of its own verifies them.
 *
 * @throws Error if the two do not write equally many rows of equal size to the same tables.
 */
export async function startSameRowsSide(bench: Bench): Promise<SameRowsSide> {
  const { stack, database, phones } = bench;
  const [phone] = phones;
  if (phone === undefined) throw new Error("There is no phone to learn from");
  const model = await learn(bench, phone);
  say(`a batch writes: ${showLeft(model.left)}`);
  const program = await startProgram(
    "bench/same-rows-sync.ts",
    [stack.database.url],
    JSON.stringify(planStatement(model)),
  );
  const side = programSide("same", { stack, program, phones });
  try {
    const left = await leftBy(database, () => side.from(phone));
    requireSame(model.left, inBoth(left, model.left));
  } catch (error) {
    side.close();
    throw error;
  }
  return { ...side, left: model.left };
}

async function learn({ stack, database }: Bench, phone: Phone): Promise<Model> {
  const send = async (sent: string) => {
    const answered = await post(syncUrl(stack, phone), sent, phone.accessToken);
    await untilAllFollowed(database);
    return answered;
  };
  const before = await leftBy(database, () => send(nextBatch(phone)));
  const body = nextBatch(phone);
  const fromMs = Date.now();
  let answer = "";
  const left = await leftBy(database, async () => {
    answer = await send(body);
  });
  const { deviceId, relationshipId } = phone;
  const { operations } = syncRequestSchema.parse(JSON.parse(body));
  const named = operations.map(({ clientOperationId, payloadChecksum }, ordinal) => {
    return { clientOperationId, payloadChecksum, taskId: phone.taskIds[ordinal] ?? "" };
  });
  const who = await whoOwns(database, deviceId);
  const sent = { deviceId, relationshipId, ...who, operations: named, fromMs };
  const own = inBoth(left, before);
  return { sent, body, answer, left: own, ...ownTexts(sent, own) };
}

/** Tables that both wrote; the others were written by a schedule that happened to run. */
function inBoth(left: readonly LeftTable[], others: readonly LeftTable[]): readonly LeftTable[] {
  const names = new Set(others.map(({ table }) => table));
  return left.filter(({ table }) => names.has(table));
}

async function whoOwns(database: Client, deviceId: string) {
  const { rows } = await database.query<{ lineageId: string; userId: string }>(
    `select lineage_id as "lineageId", user_id as "userId" from device where id = $1`,
    [deviceId],
  );
  const [who] = rows;
  if (who === undefined) throw new Error("The device has no owner");
  return who;
}

async function untilAllFollowed(database: Client): Promise<void> {
  await untilSettled(database);
  await sleep(ACTORS_MS);
}
