import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { Registry } from "prom-client";
import * as z from "zod";
import { measureProcess } from "../../workers/measure-process.ts";

const packageFile = new URL("../../package.json", import.meta.url);
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(packageFile, "utf8")));

test("a process shows its version and build, and at each scrape whether it is ready and which dependencies work", async () => {
  const registry = new Registry();
  let isReady = true;
  measureProcess(registry, {
    buildId: "4f2a",
    isReady: () => isReady,
    readiness: async () => ({
      status: "ready",
      dependencies: {
        database: { state: "up", reason: null },
        temporal: { state: "degraded", reason: "not reachable" },
        provider: { state: "down", reason: "no keys" },
      },
    }),
  });
  const lines = (await registry.metrics()).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      `sideline_build_info{version="${version}",build_id="4f2a"} 1`,
      "sideline_process_ready 1",
      'sideline_dependency_up{dependency="database"} 1',
      'sideline_dependency_up{dependency="temporal"} 0',
      'sideline_dependency_up{dependency="provider"} 0',
    ]),
  );
  isReady = false;
  expect(await registry.metrics()).toContain("sideline_process_ready 0");
});

test("a process without dependencies and build id shows neither", async () => {
  const registry = new Registry();
  measureProcess(registry, { buildId: null, isReady: () => false });
  const text = await registry.metrics();
  expect(text).toContain(`sideline_build_info{version="${version}",build_id=""} 1`);
  expect(text).not.toContain("sideline_dependency_up");
});
