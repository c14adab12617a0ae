import { describe, expect, test } from "@jest/globals";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import * as z from "zod";
import { RULES_MANIFEST_FILE, rulesManifest } from "../../../tools/metrics/rules-manifest.ts";
import { readText } from "../../../tools/production/shape/compose-file.ts";
import { buildOverlay, FOLDER, OVERLAYS } from "./build-overlay.ts";
import { readWorkloads } from "./read-workloads.ts";

const MonitorManifest = z.object({
  spec: z.object({
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    jobLabel: z.string(),
    endpoints: z.tuple([
      z.object({
        port: z.string(),
        path: z.string(),
        interval: z.string(),
        scrapeTimeout: z.string(),
      }),
    ]),
  }),
});
const AddressManifest = z.object({
  spec: z.object({
    selector: z.record(z.string(), z.string()).default({}),
    ports: z.array(
      z.object({ name: z.string(), port: z.int(), targetPort: z.string().optional() }),
    ),
  }),
});
const Prometheus = z.object({
  global: z.object({ scrape_interval: z.string(), scrape_timeout: z.string() }),
  scrape_configs: z.array(z.object({ job_name: z.string() })),
});
const Metric = z.object({ metric: z.object({ name: z.string() }) });
const Scaler = z.object({
  spec: z.object({
    metrics: z.array(z.object({ pods: Metric.optional(), external: Metric.optional() })),
  }),
});
const Rule = z.object({ seriesQuery: z.string(), metricsQuery: z.string() });
const Adapter = z.object({
  rules: z.object({ custom: z.array(Rule), external: z.array(Rule) }),
});

const prometheus = Prometheus.parse(parse(readText("deploy/prometheus/prometheus.yml")));

test("The rules for the Prometheus operator are those of deploy/prometheus; `npm run metrics:write` writes them", () => {
  const written: unknown = parse(readText(RULES_MANIFEST_FILE));
  expect(written).toEqual(parse(rulesManifest()));
});

describe.each(OVERLAYS)("The monitoring of the overlay %s", (overlay) => {
  const manifests = buildOverlay(overlay);
  const monitor = MonitorManifest.parse(
    manifests.find(({ kind }) => kind === "ServiceMonitor"),
  ).spec;
  const addresses = manifests
    .filter(({ kind }) => kind === "Service")
    .map(({ metadata, ...rest }) => ({
      labels: metadata.labels,
      ...AddressManifest.parse(rest).spec,
    }));
  const scraped = addresses.filter(({ labels }) =>
    Object.entries(monitor.selector.matchLabels).every(([name, value]) => labels[name] === value),
  );

  // Temporal may run elsewhere.
  test("scrapes each process of the product under the job that the rules know", () => {
    const jobs = scraped.map(({ labels }) => labels[monitor.jobLabel] ?? "");
    expect(jobs.toSorted()).toEqual(
      prometheus.scrape_configs
        .map(({ job_name }) => job_name)
        .filter((job) => job.startsWith("sideline-"))
        .toSorted(),
    );
    const workloads = readWorkloads(manifests);
    for (const { labels, selector, ports } of scraped) {
      const { "sideline.app/part": part = "" } = selector;
      expect(labels[monitor.jobLabel]).toBe(`sideline-${part}`);
      expect(workloads.map((one) => one.part)).toContain(part);
      expect(ports).toEqual([{ name: "metrics", port: 9464, targetPort: "metrics" }]);
    }
  });

  test("asks as often as deploy/prometheus does", () => {
    expect(monitor.endpoints).toEqual([
      {
        port: "metrics",
        path: "/metrics",
        interval: prometheus.global.scrape_interval,
        scrapeTimeout: prometheus.global.scrape_timeout,
      },
    ]);
  });

  test("gives the autoscalers exactly the metrics that the adapter serves", () => {
    const { rules } = Adapter.parse(
      parse(readFileSync(join(FOLDER, "monitoring/adapter-values.yaml"), "utf8")),
    );
    const namesIn = (list: readonly z.infer<typeof Rule>[]) =>
      list.map(({ seriesQuery }) => seriesQuery.split("{", 1).join(""));
    const metrics = manifests
      .filter(({ kind }) => kind === "HorizontalPodAutoscaler")
      .flatMap((manifest) => Scaler.parse(manifest).spec.metrics);
    const used = (kind: "pods" | "external") => [
      ...new Set(metrics.flatMap((metric) => metric[kind]?.metric.name ?? [])),
    ];
    expect(used("pods")).toEqual(namesIn(rules.custom));
    expect(used("external")).toEqual(namesIn(rules.external));
    const known = `${readText("deploy/prometheus/metrics.json")}${readText("deploy/grafana/api.json")}`;
    for (const name of [...used("pods"), ...used("external")]) expect(known).toContain(name);
  });
});
