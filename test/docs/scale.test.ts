import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { COSTS, type Cost } from "../../tools/scale/costs.ts";
import { cellSize, limitsAt } from "../../tools/scale/limits.ts";
import { exact, figure } from "../../tools/scale/markdown-table.ts";
import { needsOf } from "../../tools/scale/needs.ts";
import { SCALE_PAGE, withScaleTables } from "../../tools/scale/scale-page.ts";
import { MOST_LANES } from "../../rules/sync/lane-share.ts";
import { housePaths, textOf } from "./house-files.ts";

const Package = z.object({ scripts: z.record(z.string(), z.string()) });
const costs = Object.values<Cost>(COSTS);

describe("docs/scale.md", () => {
  test("has the tables that `npm run scale -- --write` would write", () => {
    expect(textOf(SCALE_PAGE)).toBe(withScaleTables(textOf(SCALE_PAGE)));
  });

  test("refuses to be written once a marker is missing", () => {
    expect(() => withScaleTables("# Scale")).toThrow("no markers");
  });

  test("has at most 12,000 bytes", () => {
    expect(Buffer.byteLength(textOf(SCALE_PAGE))).toBeLessThanOrEqual(12_000);
  });

  test("says rightly that midnight is the first limit, above 100,000 and below 1,000,000 phones", () => {
    for (const operations of [12, 20]) {
      const [first] = limitsAt(operations).toSorted((one, other) => one.phones - other.phones);
      expect(first?.name).toMatch(/^opening a day/);
      expect(first?.phones).toBeGreaterThan(100_000);
      expect(first?.phones).toBeLessThan(1_000_000);
    }
  });
});

describe("The costs behind docs/scale.md", () => {
  const { scripts } = Package.parse(JSON.parse(textOf("package.json")));

  test("name a command or a file that exists, or call themselves assumed", () => {
    for (const { origin, source, meaning } of costs) {
      const name = source?.split(" ", 1)[0] ?? "";
      const isKnown = origin === "MEASURED" ? name in scripts : housePaths.has(name);
      expect([meaning, origin === "ASSUMED" ? source === null : isKnown]).toEqual([meaning, true]);
    }
  });

  test.each([
    ["CPU of a tap until its day is final", "bench/README.md", `${COSTS.tapCpu.value} ms`],
    ["CPU of the idle stack", "bench/README.md", `${COSTS.idle.value} cores`],
    ["CPU of a batch of fifty", "bench/README.md", `${COSTS.batchCpu.value} ms`],
    ["WAL after a checkpoint", "bench/README.md", `${COSTS.walCheckpoint.value} kB`],
    ["CPU of a read of today", "bench/README.md", `${COSTS.read.value.toFixed(2)} ms of CPU`],
    ["opening of a day", "bench/README.md", `${COSTS.opening.value} s`],
    ["closing of a day", "bench/README.md", `${COSTS.closing.value} s`],
    ["alert of unopened days", "docs/operations.md", `(relay) over ${COSTS.unopenedAlert.value}`],
    ["alert of unclosed days", "docs/operations.md", `(relay) over ${COSTS.unclosedAlert.value}`],
    ["number of shards", "docker-compose.yml", `NUM_HISTORY_SHARDS: "${COSTS.shards.value}"`],
    ["rate of a lane", "deploy/settings.md", `one per ${COSTS.laneRate.value} batches a second`],
  ])("have the %s that %s states", (_cost, file, stated) => {
    expect(textOf(file)).toContain(stated);
  });

  test("have as many lanes as there are shares", () => {
    expect(COSTS.lanes.value).toBe(MOST_LANES);
  });

  test("divide the CPU of a tap completely among the processes", () => {
    const { tapApi, tapPostgres, tapWorker, tapRelay, tapTemporal } = COSTS;
    const parts = [tapApi, tapPostgres, tapWorker, tapRelay, tapTemporal];
    expect(parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(1);
  });
});

describe("needsOf()", () => {
  const one = needsOf({ phones: 1_000_000, operations: 12 });
  const ten = needsOf({ phones: 10_000_000, operations: 12 });

  test("counts three times the average at the peak", () => {
    expect(one.requests).toBeCloseTo((1_000_000 * (12 + 4)) / 86_400);
    expect(one.peakRequests).toBeCloseTo(3 * one.requests);
  });

  test("needs ten times the cores, disk and minutes for ten times the phones", () => {
    expect(ten.busy.postgres).toBeCloseTo(10 * one.busy.postgres);
    expect(ten.disk.year).toBeCloseTo(10 * one.disk.year);
    expect(ten.openingMinutes).toBeCloseTo(10 * one.openingMinutes);
  });

  test("adds up the CPU of a tap and of its reads over all processes", () => {
    const taps = (3 * 1_000_000 * 12 * COSTS.tapCpu.value) / 86_400 / 1_000;
    const reads = (3 * 1_000_000 * 4 * COSTS.read.value) / 86_400 / 1_000;
    expect(one.allBusy).toBeCloseTo(taps + reads + COSTS.idle.value);
  });

  test("gives a small installation two of each process, four lanes and 512 shards", () => {
    const small = needsOf({ phones: 100, operations: 12 });
    expect(small.processes).toEqual({ api: 2, worker: 2, relay: 2 });
    expect([small.lanes, small.shards, small.connections]).toEqual([4, 512, 82]);
  });
});

describe("A cell, and the limits it follows from,", () => {
  test("stays below half of every limit at 12 and at 20 operations", () => {
    expect(cellSize()).toBeGreaterThan(0);
    for (const { phones } of [...limitsAt(12), ...limitsAt(20)])
      expect(cellSize()).toBeLessThanOrEqual(phones / 2);
  });

  test("ends a limit at the first phone that exceeds it", () => {
    const [opening] = limitsAt(12);
    const minutes = (phones: number) => needsOf({ phones, operations: 12 }).openingMinutes;
    const phones = opening?.phones ?? 0;
    expect(minutes(phones)).toBeGreaterThan(15);
    expect(minutes(phones - 1)).toBeLessThanOrEqual(15);
  });
});

test("A figure of the tables has two digits, and says when costs cannot tell it from nothing", () => {
  expect([12_345, 0.456, 0.01].map(figure)).toEqual(["12,000", "0.46", "<0.05"]);
  expect(exact(1_234_567)).toBe("1,234,567");
});
