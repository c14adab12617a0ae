import { expect, test } from "@jest/globals";
import { parse } from "yaml";
import * as z from "zod";
import { textOf } from "../../docs/house-files.ts";
import { alertConfig, SHORTENED_BY, shortenDurations } from "./shorten-rules.ts";

test("The copy of a rule has shorter windows, offsets and pauses, and the same thresholds", () => {
  const rule = "expr: sum(rate(a_total[5m])) > 60 + max(b_seconds offset 6h)\nfor: 2m";
  expect(SHORTENED_BY).toBe(20);
  expect(shortenDurations(rule)).toBe(
    "expr: sum(rate(a_total[15000ms])) > 60 + max(b_seconds offset 1080000ms)\nfor: 6000ms",
  );
});

test("The test scrapes the same processes as the product's Prometheus, except Temporal's server", () => {
  const jobsOf = (text: string) =>
    Config.parse(parse(text))
      .scrape_configs.map(({ job_name: name }) => name)
      .filter((name) => name !== "temporal");
  const config = alertConfig("rules/*.yml", { api: 1, worker: 2, relay: 3 });
  expect(jobsOf(config)).toEqual(jobsOf(textOf("deploy/prometheus/prometheus.yml")));
});

const Config = z.object({ scrape_configs: z.array(z.object({ job_name: z.string() })) });
