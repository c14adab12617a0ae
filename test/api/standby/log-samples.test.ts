import { describe, expect, test } from "@jest/globals";
import { createLogSamples } from "../../../api/http/standby/log-samples.ts";

const line = "7/1";
const at = (lsn: bigint) => ({ line, lsn });

describe("The lag of a standby", () => {
  test("is unknown before the first sample, and on another line than the primary's", () => {
    const samples = createLogSamples();
    expect(samples.lagOf(at(5n), 0)).toBeNull();
    samples.add({ line: "7/2", lsn: 4n }, 1_000);
    expect(samples.lagOf(at(5n), 1_000)).toBeNull();
  });

  test("is none if it has replayed the newest sample, however old that is", () => {
    const samples = createLogSamples();
    samples.add(at(5n), 1_000);
    expect(samples.lagOf(at(5n), 60_000)).toBe(0);
  });

  test("is the age of the oldest sample that it lacks", () => {
    const samples = createLogSamples();
    for (const [lsn, atMs] of [
      [10n, 1_000],
      [20n, 2_000],
      [30n, 3_000],
    ] as const)
      samples.add(at(lsn), atMs);
    expect(samples.lagOf(at(25n), 3_500)).toBe(500);
    expect(samples.lagOf(at(15n), 3_500)).toBe(1_500);
    expect(samples.lagOf(at(1n), 3_500)).toBe(2_500);
  });

  test("is measured anew after a promotion, from the samples of the new line alone", () => {
    const samples = createLogSamples();
    samples.add(at(1_000n), 1_000);
    samples.add({ line: "7/2", lsn: 900n }, 2_000);
    expect(samples.lagOf({ line: "7/2", lsn: 900n }, 2_500)).toBe(0);
    expect(samples.lagOf(at(1_000n), 2_500)).toBeNull();
  });

  test("counts at least two minutes, and keeps no more samples than that", () => {
    const samples = createLogSamples();
    for (let second = 0; second < 1_000; second += 1)
      samples.add(at(BigInt(second)), second * 1_000);
    expect(samples.lagOf(at(-1n), 999_000)).toBe(119_000);
  });
});
