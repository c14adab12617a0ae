import { describe, expect, test } from "@jest/globals";
import { readConfig } from "../../../workers/config/config.ts";
import { readTracing } from "../../../workers/config/fields/tracing-fields.ts";
import { embeddedSettings, mistakesOf } from "../../factories/workers/settings.ts";

const OTLP = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/" };
const tracingOf = (env: Record<string, string>) =>
  readConfig({ ...embeddedSettings, SIDELINE_DATA_DIR: "/data", ...env }).tracing;

describe("Traces", () => {
  test("of an embedded stack record every request into its data folder", () => {
    expect(tracingOf({})).toEqual({ share: 1, to: { kind: "FILES", folder: "/data/traces" } });
  });

  test("are off in production without a collector, and record one request in a hundred with one", () => {
    const at = { mode: "production", dataDir: "/data" } as const;
    expect(readTracing({}, at)).toBeNull();
    const to = { kind: "OTLP", url: "http://collector:4318/v1/traces", headers: {} };
    expect(readTracing(OTLP, at)).toEqual({ share: 0.01, to });
  });

  test.each(["0", "0.0"])("are off with a share of %s", (OTEL_TRACES_SAMPLER_ARG) => {
    expect(tracingOf({ OTEL_TRACES_SAMPLER_ARG })).toBeNull();
    expect(tracingOf({ ...OTLP, OTEL_TRACES_SAMPLER_ARG })).toBeNull();
  });

  test.each([
    ["1", 1],
    ["0.25", 0.25],
    [".001", 0.001],
  ])("record a share of %s", (OTEL_TRACES_SAMPLER_ARG, share) => {
    expect(tracingOf({ OTEL_TRACES_SAMPLER_ARG })).toMatchObject({ share });
  });

  test("go to the collector with its headers, whose values are URL-encoded", () => {
    const OTEL_EXPORTER_OTLP_HEADERS = "authorization=Bearer%20a%2Cb, x-team = ours";
    expect(tracingOf({ ...OTLP, OTEL_EXPORTER_OTLP_HEADERS })).toMatchObject({
      to: { headers: { authorization: "Bearer a,b", "x-team": "ours" } },
    });
  });

  test.each([
    ["a share above 1", { OTEL_TRACES_SAMPLER_ARG: "2" }, "OTEL_TRACES_SAMPLER_ARG"],
    ["a share in words", { OTEL_TRACES_SAMPLER_ARG: "all" }, "OTEL_TRACES_SAMPLER_ARG"],
    [
      "a collector by gRPC",
      { OTEL_EXPORTER_OTLP_ENDPOINT: "grpc://c:1" },
      "OTEL_EXPORTER_OTLP_ENDPOINT",
    ],
    [
      "headers without a collector",
      { OTEL_EXPORTER_OTLP_HEADERS: "key=hunter2" },
      "OTEL_EXPORTER_OTLP_ENDPOINT",
    ],
    [
      "a header without a value",
      { ...OTLP, OTEL_EXPORTER_OTLP_HEADERS: "hunter2" },
      "OTEL_EXPORTER_OTLP_HEADERS",
    ],
    [
      "a value of broken encoding",
      { ...OTLP, OTEL_EXPORTER_OTLP_HEADERS: "a=hunter2%" },
      "OTEL_EXPORTER_OTLP_HEADERS",
    ],
  ])("refuse %s in one sentence without its value", (_title, env, variable) => {
    const mistakes = mistakesOf({ ...embeddedSettings, ...env });
    expect(mistakes).toEqual([expect.stringMatching(new RegExp(`^${variable}: [^\n]+$`))]);
    expect(mistakes.join("")).not.toContain("hunter2");
  });
});
