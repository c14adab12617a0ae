import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { printTrace } from "../../../tools/trace/print-trace.ts";
import { readSpans } from "../../../tools/trace/read-spans.ts";
import { traceOf } from "../../../tools/trace/trace-of.ts";
import { inSpan, runInSpan, startRequestSpan } from "../../../db/platform/tracing/spans.ts";
import { openTracerProvider } from "../../../workers/tracing/open-tracer-provider.ts";
import { spanFileExporter } from "../../../workers/tracing/span-file-exporter.ts";
import { COMPILED } from "../../factories/workers/processes.ts";
import { surroundings } from "../../harness/surroundings.ts";
import type { StoredSpan } from "../../../workers/tracing/stored-span.ts";

const newFolder = () => mkdtempSync(join(tmpdir(), "spans-"));

/** Records requests of these ids, each with one span below it. */
async function recordRequests(folder: string, requestIds: readonly string[], mostBytes?: number) {
  const exporter = spanFileExporter(folder, "api", mostBytes);
  const end = openTracerProvider({ process: "api", buildId: null, share: 1, exporter });
  for (const requestId of requestIds) {
    const span = startRequestSpan(null, { "sideline.request_id": requestId });
    if (span === null) throw new Error("The request was not recorded");
    await runInSpan(span, () => inSpan("guard", async () => {}));
    span.end();
  }
  await end();
}

describe("The span file of a process", () => {
  test("is read back as the tree of each request", async () => {
    const folder = newFolder();
    await recordRequests(folder, ["phone-1", "phone-2"]);
    const [root, ...others] = traceOf(readSpans(folder), "phone-2");
    expect(others).toEqual([]);
    expect(root).toMatchObject({
      span: { process: "api", name: "request" },
      children: [{ span: { name: "guard" }, children: [] }],
    });
  });

  test("is bounded: a full one becomes the former one, which is replaced", async () => {
    const folder = newFolder();
    for (const id of ["a", "b", "c", "d"]) await recordRequests(folder, [id], 100);
    expect(readdirSync(folder).toSorted()).toEqual(["api.former.spans.jsonl", "api.spans.jsonl"]);
    const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
    expect(Math.max(...sizes)).toBeLessThan(2_000);
    const kept = ["a", "b", "c", "d"].filter((id) => traceOf(readSpans(folder), id).length > 0);
    expect(kept).toEqual(["c", "d"]);
  });

  test("of a folder that does not exist has no spans", () => {
    expect(readSpans(join(newFolder(), "none"))).toEqual([]);
  });
});

describe("npm run trace", () => {
  const program = fileURLToPath(new URL("../../../tools/trace/print-request.ts", import.meta.url));
  const print = (dataDir: string, ...args: readonly string[]) =>
    spawnSync(process.execPath, [program, ...args], {
      env: { ...surroundings, NODE_COMPILE_CACHE: COMPILED, SIDELINE_DATA_DIR: dataDir },
      encoding: "utf8",
    });

  test("prints the tree of a request from the data folder", async () => {
    const dataDir = newFolder();
    await recordRequests(join(dataDir, "traces"), ["phone-1", "phone-2"]);
    const { status, stdout, stderr } = print(dataDir, "phone-2");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^request phone-2, trace [\da-f]{32}\n/);
    expect(stdout).toMatch(/api {5}request\n.*api {5}└─ guard\n$/);
  });

  test("says which request has no spans, and names its usage without one", () => {
    const dataDir = newFolder();
    const unknown = print(dataDir, "phone-3");
    expect(unknown).toMatchObject({ status: 1, stdout: "" });
    expect(unknown.stderr).toContain("No span of request phone-3");
    expect(print(dataDir).stderr).toContain("npm run trace -- <request id>");
  });
});

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SETTLING = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

/** A span that starts at its number of milliseconds and takes one. */
function spanAt(startMs: number, changes: Partial<StoredSpan>): StoredSpan {
  return {
    process: "api",
    traceId: TRACE,
    spanId: `span ${startMs}`,
    parentId: "span 1",
    links: [],
    name: `at ${startMs}`,
    startMs,
    ms: 1,
    isFailed: false,
    attributes: {},
    ...changes,
  };
}

test("A trace is printed as a tree in the order of time, with linked traces below the span they link to", () => {
  const spans = [
    spanAt(9, {
      process: "relay",
      traceId: SETTLING,
      parentId: "span 7",
      name: "deliver inbox",
      attributes: { "sideline.rows": 2, "error.type": "23505" },
    }),
    spanAt(7, {
      process: "worker",
      traceId: SETTLING,
      parentId: null,
      name: "settle batches",
      links: [
        { traceId: TRACE, spanId: "span 3" },
        { traceId: TRACE, spanId: "of another request" },
      ],
      attributes: { "sideline.batches": 2 },
    }),
    spanAt(4, { parentId: "span 3", name: "write-admission" }),
    spanAt(3, { name: "admission" }),
    spanAt(2, { name: "guard" }),
    spanAt(1, {
      parentId: "span of the phone",
      name: "POST /sync",
      attributes: { "sideline.request_id": "phone-1", "http.response.status_code": 200 },
    }),
    spanAt(5, { parentId: "span that was lost" }),
  ];
  expect(traceOf(spans, "phone-1").map(printTrace)).toEqual([
    `request phone-1, trace ${TRACE}

    at ms       ms  process span
      0.0      1.0  api     POST /sync   status 200
      1.0      1.0  api     ├─ guard
      2.0      1.0  api     └─ admission
      3.0      1.0  api        ├─ write-admission
      6.0      1.0  worker     └┄ settle batches   batches 2
      8.0      1.0  relay         └─ deliver inbox   rows 2, failed: 23505`,
  ]);
});

test("Traces that link to each other end, and an unknown request has no trace", () => {
  const links = (spanId: string) => [{ traceId: TRACE, spanId }];
  const spans = [
    spanAt(1, {
      parentId: null,
      attributes: { "sideline.request_id": "r" },
      links: links("span 2"),
    }),
    spanAt(2, { parentId: null, links: links("span 1") }),
  ];
  expect(traceOf(spans, "r")).toMatchObject([{ children: [{ children: [] }] }]);
  expect(traceOf(spans, "another")).toEqual([]);
});
