import { Client } from "pg";
import { perBatch } from "../report/figures.ts";
import { countedLoop } from "../load.ts";
import { inTurns, type Round } from "../report/rounds.ts";
import type { Side } from "../sides.ts";
import { CONNECTIONS, kilobytes, type Measure, row, type SyncBench } from "./measure.ts";

/**
 * WAL of a batch that is the first to change its pages after a checkpoint, so that they are written whole. With tens
 * of thousands of phones, nearly every batch is.
 */
export const afterCheckpoint: Measure = {
  name: "checkpoint",
  about: "WAL of one batch of each phone after a checkpoint",
  take,
};

async function take(bench: SyncBench) {
  const { stack, phones, rounds, ours, plain, same } = bench;
  const superuser = new Client({ connectionString: stack.superuserUrl });
  await superuser.connect();
  const fresh = (side: Side) => ({
    side,
    load: () => countedLoop(side.fresh, { connections: CONNECTIONS, count: phones.length }),
    prepare: async () => void (await superuser.query("checkpoint")),
  });
  const turns = { ours: fresh(ours), plain: fresh(plain), same: fresh(same) };
  const results = await inTurns(bench, rounds, turns);
  await superuser.end();
  const wal = (side: readonly Round[]) => kilobytes(perBatch(side, "walBytes"));
  return [
    row("WAL a batch after a checkpoint", ["200 kB", "130 kB"], wal(results.ours)),
    row("the same of (a)", ["", ""], wal(results.plain)),
    row("the same of (b)", ["", ""], wal(results.same)),
  ];
}
