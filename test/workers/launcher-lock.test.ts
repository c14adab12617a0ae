import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { endLeftovers, rememberChild } from "../../tools/processes/children-record.ts";
import {
  LauncherLockHeld,
  findLauncher,
  takeLauncherLock,
} from "../../tools/processes/launcher-lock.ts";
import { findStartMark, isRunning } from "../../tools/processes/process-record.ts";

let directory = "";
let other: ChildProcess;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "launcher-lock-"));
  other = spawn("sleep", ["60"]);
  await once(other, "spawn");
});
afterEach(() => {
  other.kill("SIGKILL");
  rmSync(directory, { recursive: true });
});

describe("a data folder", () => {
  test("belongs to one running launcher", () => {
    leaveLock(recordOf(other, "launcher"));
    expect(() => takeLauncherLock(directory)).toThrow(LauncherLockHeld);
    expect(findLauncher(directory)).toMatchObject({ pid: other.pid });
  });

  test("is free again after its launcher released it", () => {
    takeLauncherLock(directory).release();
    expect(findLauncher(directory)).toBeNull();
    takeLauncherLock(directory).release();
  });

  test("is free again after its launcher was killed", async () => {
    leaveLock(recordOf(other, "launcher"));
    other.kill("SIGKILL");
    await once(other, "exit");
    expect(findLauncher(directory)).toBeNull();
    takeLauncherLock(directory).release();
  });

  test("is free when another process has the number of the killed launcher", () => {
    leaveLock({ ...recordOf(other, "launcher"), startMark: "an earlier life" });
    takeLauncherLock(directory).release();
    expect(isRunning(recordOf(other))).toBe(true);
  });

  test("is free when the lock file is invalid", () => {
    writeFileSync(join(directory, "launcher.lock"), "");
    takeLauncherLock(directory).release();
  });
});

describe("children of a killed launcher", () => {
  test("are stopped by the next start", async () => {
    const record = recordOf(other);
    const ended = once(other, "exit");
    rememberChild(directory, record);
    await expect(endLeftovers(directory)).resolves.toEqual([record]);
    await ended;
    await expect(endLeftovers(directory)).resolves.toEqual([]);
  });

  test("are left alone when their numbers belong to other processes", async () => {
    rememberChild(directory, { ...recordOf(other), startMark: "an earlier life" });
    await expect(endLeftovers(directory)).resolves.toEqual([]);
    expect(isRunning(recordOf(other))).toBe(true);
  });
});

function recordOf(child: ChildProcess, name = "api") {
  const pid = child.pid ?? 0;
  return { name, pid, startMark: findStartMark(pid) ?? "" };
}

function leaveLock(holder: object) {
  return writeFileSync(join(directory, "launcher.lock"), JSON.stringify(holder));
}
