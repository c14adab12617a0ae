import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { EVENT_CONSUMERS } from "../../contract/outbox/vocabulary.ts";
import { sdkMetrics } from "../metrics/exported-series.ts";
import { housePaths, textOf } from "./house-files.ts";

const page = textOf("docs/operations.md");
const code = [...housePaths]
  .filter((path) => /^(?:api|workers|db|activities)\/.*\.ts$/.test(path))
  .map(textOf)
  .join("\n");

const ROLES = ["sideline_app", "sideline_owner", "temporal_visibility"];

/** Metrics of the SDK that are not counters; all others end in `_total`. */
const NO_COUNTER = /_(?:available|used|size|pollers|latency|seconds|milliseconds)$/;
const sdk = readFileSync(sdkPath(), "latin1");

describe("docs/operations.md agrees with the code on", () => {
  test("every metric", () => {
    const metrics = [
      ...page.matchAll(
        /`(?:sideline_)?(\w+_(?:total|seconds|waiting|letters|actors|connections))`/g,
      ),
    ];
    expect(metrics.length).toBeGreaterThan(10);
    expect(metrics.map(([, name = ""]) => name).filter((name) => !code.includes(name))).toEqual([]);
  });

  test("each of our metrics by its complete name", () => {
    const names = metricsNamedBy(page, "sideline");
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !isOurs(name))).toEqual([]);
    expect(isOurs("sideline_settlements")).toBe(false);
  });

  test("every metric of Temporal's SDK, with the suffix of counters that the worker configures", () => {
    expect(textOf("workers/worker/install-runtime.ts")).toContain("countersTotalSuffix: true");
    const names = metricsNamedBy(page, "temporal");
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !isOfSdk(name))).toEqual([]);
    expect(isOfSdk("temporal_local_activity_execution_failed")).toBe(false);
    expect(isOfSdk("temporal_local_activity_execution_lost_total")).toBe(false);
    expect(isOfSdk("temporal_worker_task_slots_available")).toBe(true);
  });

  test("every metric of Temporal's SDK that the alerts and dashboards may ask for", () => {
    const names = sdkMetrics().map(({ name, type }) => ({ name, isCounter: type === "counter" }));
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter(({ name }) => !isOfSdk(name.replace(/_seconds$/, "")))).toEqual([]);
    expect(names.filter(({ name, isCounter }) => name.endsWith("_total") !== isCounter)).toEqual(
      [],
    );
  });

  test("every event that is an alert", () => {
    const events = [...page.matchAll(/^### .*: (\w+)$/gm)].map(([, event = ""]) => event);
    expect(events.length).toBeGreaterThan(2);
    expect(events.filter((event) => !(event in EVENT_CONSUMERS))).toEqual([]);
  });

  test("every schedule, and no other", () => {
    const section = page.slice(page.indexOf("### A schedule did not run"));
    const listed = [...section.matchAll(/^- `([a-z-]+)`, \d+ (?:min|h|d): /gm)].map(
      ([, id = ""]) => id,
    );
    const ids = [
      ...textOf("workers/worker/scheduled-workflows.ts").matchAll(
        /^\s+(?:scheduleId: )?"([a-z]+(?:-[a-z]+)+)"(?:,|: \{)$/gm,
      ),
    ];
    expect(listed.toSorted()).toEqual(ids.map(([, id = ""]) => id).toSorted());
  });

  test("every log line", () => {
    const lines = [...page.matchAll(/fault line `([^`]+)`/g)].map(([, line = ""]) => line);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !code.includes(`"${line}"`))).toEqual([]);
  });
});

/** Names of metrics on the page, without their labels. */
function metricsNamedBy(text: string, prefix: string) {
  return [
    ...new Set(
      [...text.matchAll(new RegExp(`\\b${prefix}_[a-z_]+`, "g"))]
        .map(([name]) => name)
        .filter((name) => !ROLES.includes(name)),
    ),
  ];
}

/** The code creates some of them without the prefix. */
function isOurs(name: string) {
  return [name, name.replace(/^sideline_/, "")].some((one) => code.includes(`"${one}"`));
}

function isOfSdk(name: string): boolean {
  const bare = name.replace(/^temporal_/, "").replace(/_total$/, "");
  return sdk.includes(bare) && name.endsWith("_total") !== NO_COUNTER.test(bare);
}

/** The native half of the SDK, which names its metrics. */
function sdkPath(): string {
  const releases = new URL("../../node_modules/@temporalio/core-bridge/releases/", import.meta.url);
  const [path] = globSync("*/index.node", { cwd: releases });
  return fileURLToPath(new URL(path ?? "", releases));
}
