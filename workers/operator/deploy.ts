import { parseArgs } from "node:util";
import * as z from "zod";
import { readConfig } from "../config/config.ts";
import { loadEnvironment } from "../config/load-environment.ts";
import { deploy, type DeployAct } from "../deployment/deploy.ts";
import { DeployRefused } from "../deployment/set-target.ts";
import { openTemporalClient } from "../outside/open-temporal-client.ts";
import { runCommand } from "./run-command.ts";
import { showHelp } from "./show-help.ts";

const USAGE = `Moves actors from one release to another: npm run deploy -- [order]

  --promote        makes this release the current one, and wakes waiting actors until none is left on another
  --ramp 10        moves a tenth of all actors to this release
  --rollback       ends a ramp, or returns to the release that was current before
  --drained        exits with 0 once no run is left on another release
  --evacuate       terminates the runs of releases without a worker; the sweep starts their actors again
  --build <id>     another release than TEMPORAL_WORKER_BUILD_ID
  --per-second 50  most actors to wake a second
  --wait 600       seconds to wait until no run is left on another release

Without an order it shows the releases. It works on the deployment TEMPORAL_DEPLOYMENT_NAME of the environment.`;

const Asked = z.object({
  promote: z.boolean().default(false),
  ramp: z.coerce.number().min(0).max(100).optional(),
  rollback: z.boolean().default(false),
  drained: z.boolean().default(false),
  evacuate: z.boolean().default(false),
  build: z.string().optional(),
  "per-second": z.coerce.number().positive().max(1_000).default(50),
  wait: z.coerce.number().min(0).max(86_400).default(600),
});

/** Carries out the order of the command line. */
async function main(): Promise<number> {
  const asked = readArguments();
  const { temporal } = readConfig(loadEnvironment());
  const { namespace, taskQueue, deployment } = temporal;
  if (deployment === null) {
    throw new DeployRefused(
      "The workers have no versions: set TEMPORAL_DEPLOYMENT_NAME and TEMPORAL_WORKER_BUILD_ID.",
    );
  }
  const client = openTemporalClient(temporal);
  try {
    const isComplete = await deploy(client, {
      place: { namespace, taskQueue, deploymentName: deployment.deploymentName },
      act: actOf(asked, asked.build ?? deployment.buildId),
      perSecond: asked["per-second"],
      waitMs: asked.wait * 1_000,
      say: (...lines) => process.stdout.write(lines.map((line) => `${line}\n`).join("")),
    });
    return isComplete ? 0 : 1;
  } finally {
    await client.connection.close();
  }
}

function readArguments(): z.output<typeof Asked> {
  const [flag, text] = [{ type: "boolean" }, { type: "string" }] as const;
  const { values } = parseArgs({
    options: {
      promote: flag,
      ramp: text,
      rollback: flag,
      drained: flag,
      evacuate: flag,
      build: text,
      "per-second": text,
      wait: text,
    },
  });
  const asked = Asked.safeParse(values);
  if (asked.success) return asked.data;
  const mistakes = asked.error.issues.map(({ path, message }) => `--${path.join(".")}: ${message}`);
  throw new DeployRefused(mistakes.join("\n"));
}

function actOf(asked: z.output<typeof Asked>, buildId: string): DeployAct {
  const acts: readonly DeployAct[] = [
    ...(asked.promote ? [{ kind: "PROMOTE", buildId } as const] : []),
    ...(asked.ramp === undefined
      ? []
      : [{ kind: "RAMP", buildId, percentage: asked.ramp } as const]),
    ...(asked.rollback ? [{ kind: "ROLLBACK" } as const] : []),
    ...(asked.drained ? [{ kind: "DRAINED" } as const] : []),
    ...(asked.evacuate ? [{ kind: "EVACUATE" } as const] : []),
  ];
  const [act = { kind: "SHOW" } as const, ...more] = acts;
  if (more.length > 0) throw new DeployRefused("Give one order at a time.");
  return act;
}

showHelp(USAGE);
await runCommand(main);
