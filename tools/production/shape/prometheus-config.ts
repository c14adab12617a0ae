import { parse, stringify } from "yaml";
import * as z from "zod";
import { readText } from "./compose-file.ts";
import { healthPort, PRODUCT_PARTS } from "./native-environment.ts";
import { NATIVE_PARTS } from "./native-parts.ts";
import type { ProductionPorts } from "./production-ports.ts";

const Config = z.looseObject({
  rule_files: z.array(z.string()),
  scrape_configs: z.array(
    z.looseObject({
      job_name: z.string(),
      static_configs: z.array(z.object({ targets: z.array(z.string()) })),
    }),
  ),
});

/**
 * The configuration of deploy/prometheus, with the processes of this machine as its targets.
 *
 * @param ruleFolder the folder of its rules.
 */
export function prometheusConfig(ports: ProductionPorts, ruleFolder: string): string {
  const config = Config.parse(parse(readText("deploy/prometheus/prometheus.yml")));
  return stringify({
    ...config,
    rule_files: config.rule_files.map((path) => `${ruleFolder}/${path}`),
    // Temporal's members export no metrics here.
    scrape_configs: config.scrape_configs.filter(isOfProduct).map((job) => ({
      ...job,
      static_configs: [{ targets: targetsOf(job.job_name, ports) }],
    })),
  });
}

const isOfProduct = ({ job_name: job }: { readonly job_name: string }) =>
  job.startsWith("sideline-");

function targetsOf(job: string, ports: ProductionPorts): readonly string[] {
  const part = PRODUCT_PARTS.find((name) => job === `sideline-${name}`);
  if (part === undefined) throw new Error(`No process has the job ${job} of Prometheus.`);
  return NATIVE_PARTS[part].map((member) => `127.0.0.1:${healthPort(ports, member)}`);
}
