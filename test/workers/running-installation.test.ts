import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import {
  findRunningInstallation,
  removeRunningInstallation,
  writeRunningInstallation,
} from "../../workers/operator/running-installation.ts";

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "installation-"));
});

afterEach(() => rmSync(dataDir, { recursive: true }));

const running = {
  databaseUrl: "postgres://127.0.0.1:5433/sideline",
  temporal: { address: "127.0.0.1:7233", namespace: "sideline", taskQueue: "sideline" },
  launcherPid: process.pid,
};

test("what runs on a data folder is found until its launcher takes it away", () => {
  expect(findRunningInstallation(dataDir)).toBeNull();
  writeRunningInstallation(dataDir, running);
  expect(findRunningInstallation(dataDir)).toEqual(running);
  removeRunningInstallation(dataDir);
  expect(findRunningInstallation(dataDir)).toBeNull();
});

test("an installation whose launcher was killed is none", () => {
  // Beyond the largest id of a process, so that nothing can have it.
  writeRunningInstallation(dataDir, { ...running, launcherPid: 2 ** 30 });
  expect(findRunningInstallation(dataDir)).toBeNull();
});
