import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Child, startChild } from "../processes/child-process.ts";
import { debianRung } from "../processes/debian-package.ts";
import { findProgram, type ProgramSearch, tryProgram } from "../processes/program-ladder.ts";
import { waitForPort } from "../processes/wait-for-port.ts";
import { pathRung } from "../temporal/temporal-binary.ts";
import { innerPort, type ProductionPorts } from "./shape/production-ports.ts";
import { prometheusConfig } from "./shape/prometheus-config.ts";

/** Finds Prometheus: an installed one, or the package of Debian, unpacked without installing it. */
export async function findPrometheus(search: ProgramSearch): Promise<string> {
  const { path } = await findProgram({
    title: "Prometheus",
    rungs: [
      pathRung(search.env, "prometheus"),
      debianRung(search, {
        title: "Prometheus",
        packages: ["prometheus"],
        program: "usr/bin/prometheus",
      }),
    ],
    proveWorking: async (program) => {
      const { ok, output } = await tryProgram(program, ["--version"]);
      return ok ? null : `${program} does not run: ${output}`;
    },
    advice: "Install it, on Debian with: apt-get install prometheus",
  });
  return path;
}

/** Starts Prometheus with the rules of deploy/prometheus on the processes of this machine. */
export async function startPrometheus(options: PrometheusOptions): Promise<Child> {
  const { folder, ports, program } = options;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "prometheus.yml");
  writeFileSync(file, prometheusConfig(ports, RULES));
  const port = innerPort(ports, "prometheus");
  const child = await startChild({
    name: "prometheus",
    command: program,
    args: [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      "--storage.tsdb.retention.time=2d",
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=warn",
    ],
    env: { TZ: "UTC" },
    onLine: options.onLine,
    onStart: options.onStart,
  });
  await waitForPort(child, { port, limitMs: READY_LIMIT_MS });
  return child;
}

interface PrometheusOptions {
  readonly program: string;
  readonly folder: string;
  readonly ports: ProductionPorts;
  readonly onLine: (line: string) => void;
  readonly onStart: (child: Child) => void;
}

const RULES = fileURLToPath(new URL("../../deploy/prometheus", import.meta.url));
const READY_LIMIT_MS = 30_000;
