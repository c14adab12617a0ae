import { expect, test } from "@jest/globals";
import { spawnSync } from "node:child_process";
import { processLoad } from "../../bench/stack/processes.ts";

test("the load of a process that has ended is refused with the process's name", () => {
  const { pid } = spawnSync("true");
  expect(() => processLoad(pid, "worker")).toThrow(
    `Cannot measure worker: process ${pid} has ended during the measurement`,
  );
});

test("the load of a running process has memory and CPU time", () => {
  const { memoryMb, cpuSeconds } = processLoad(process.pid);
  expect(memoryMb).toBeGreaterThan(1);
  expect(cpuSeconds).toBeGreaterThan(0);
});
