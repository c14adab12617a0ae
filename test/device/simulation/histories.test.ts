import { expect, test } from "@jest/globals";
import { campaignSeed, campaignSize } from "../../harness/campaign.ts";
import { describeFailure } from "./describe-failure.ts";
import { drawHistory } from "./draw-history.ts";
import { playHistory } from "./play-history.ts";

test("No history of faults, kills, sign-outs and restores loses an entry, counts one twice, or keeps a lane from draining", async () => {
  const first = campaignSeed();
  const outcomes = new Set<string>();
  const kinds = new Set<string>();
  const runs = campaignSize("MODEL_RUNS", 720);
  for (let run = 0; run < runs; run += 1) {
    const { broken, world } = await playHistory(first + run);
    if (broken.length > 0) throw new Error(await describeFailure(first + run, broken));
    for (const { status } of await world.phone.rows("select status from sync_operation"))
      outcomes.add(String(status));
    for (const { kind } of await world.phone.rows("select distinct kind from snapshot"))
      kinds.add(String(kind));
  }
  // Few histories may end without the rarest outcome.
  const rarest = runs < 100 ? outcomes : ["ACCEPTED", "CONFLICTED", "DISCARDED", "REJECTED"];
  expect([...outcomes].toSorted()).toEqual([...rarest].toSorted());
  // A phone keeps what its person works with, and no mirror of the server.
  expect([...kinds].filter((kind) => !KEPT_KINDS.includes(kind))).toEqual([]);
});

const KEPT_KINDS = [
  "client",
  "coach_day",
  "coach_task",
  "coach_task_detail",
  "day",
  "form",
  "onboarding",
  "program",
  "target",
  "task",
  "workout-conflict",
  "workout-manifest",
  "workout-package",
];

test("A history played twice from its seed makes the same requests and ends in the same rows", async () => {
  const seed = campaignSeed();
  const one = await playHistory(seed);
  const other = await playHistory(seed, drawHistory(seed));
  const rows = "select client_operation_id, status, local_sequence from sync_operation";
  expect(await other.world.phone.rows(rows)).toEqual(await one.world.phone.rows(rows));
  expect(other.world.clock.monotonic()).toBe(one.world.clock.monotonic());
  expect(other.world.server.stored.devices.size).toBe(one.world.server.stored.devices.size);
});
