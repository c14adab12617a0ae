import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { findInstallation } from "../../workers/operator/find-installation.ts";
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

test("a running installation is found by its data folder until its launcher removes the entry", () => {
  expect(findRunningInstallation(dataDir)).toBeNull();
  writeRunningInstallation(dataDir, running);
  expect(findRunningInstallation(dataDir)).toEqual(running);
  removeRunningInstallation(dataDir);
  expect(findRunningInstallation(dataDir)).toBeNull();
});

test("an operator's command uses the number of lanes that the running installation has", () => {
  const env = { SIDELINE_DATA_DIR: dataDir };
  writeRunningInstallation(dataDir, { ...running, lanes: 4 });
  expect(findInstallation(env).lanes).toBe(4);
  writeRunningInstallation(dataDir, running);
  expect(findInstallation(env).lanes).toBe(1);
});

test("an installation whose launcher was killed is not running", () => {
  // Above the largest process id, so that no process can have it.
  writeRunningInstallation(dataDir, { ...running, launcherPid: 2 ** 30 });
  expect(findRunningInstallation(dataDir)).toBeNull();
});
