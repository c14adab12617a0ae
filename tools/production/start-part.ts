import { join } from "node:path";
import { startPlannedKeycloak } from "../keycloak/stack-keycloak.ts";
import { runNodePart, startNodePart } from "../processes/node-part.ts";
import { hooksOf, keepRunning } from "../stack/open-stack.ts";
import { NAMESPACE } from "../stack/describe-stack.ts";
import { startsFakeExercises } from "../stack/stack-environment.ts";
import { startUi } from "../temporal/start-ui.ts";
import { updateSchema } from "../temporal/update-schema.ts";
import { nativeEnvironment, type ProductPart } from "./shape/native-environment.ts";
import { commandOf, membersOf, NATIVE_PARTS, type PartName } from "./shape/native-parts.ts";
import { prepareNamespace } from "./prepare-namespace.ts";
import { startDatabase } from "./start-database.ts";
import { startFront } from "./start-front.ts";
import { withSecrets } from "./with-secrets.ts";
import type { StartingProduction } from "./starting-production.ts";
import { startPrometheus } from "./start-prometheus.ts";
import { startTemporalMember } from "./start-temporal-member.ts";

/** Starts all processes of a part and waits until they are ready; keeps those running that do not end by themselves. */
export async function startPart(starting: StartingProduction, name: PartName): Promise<void> {
  await STARTS[name](starting);
}

type Start = (starting: StartingProduction) => Promise<void>;

const STARTS: Readonly<Record<PartName, Start>> = {
  postgres: async (starting) => {
    try {
      const cluster = await startDatabase(starting);
      starting.ending.push(() => cluster.stop());
      starting.database.resolve(cluster);
    } catch (error) {
      starting.database.reject(error);
      throw error;
    }
  },
  proxy: startFront,
  migrate: (starting) => runNodePart(productPart(starting, "migrate", "migrate")),
  api: (starting) => startAll(starting, "api"),
  worker: (starting) => startAll(starting, "worker"),
  relay: (starting) => startAll(starting, "relay"),
  "temporal-schema": ({ programs, ports, secrets }) =>
    updateSchema(programs.temporal.schemaTool, {
      port: ports.postgres,
      password: secrets.passwords.TEMPORAL_PASSWORD,
    }),
  temporal: async (starting) => {
    await Promise.all(
      NATIVE_PARTS.temporal.map((member) =>
        keepRunning(starting, member, () => startTemporalMember(starting, member)),
      ),
    );
  },
  "temporal-namespace": ({ ports }) => prepareNamespace(`127.0.0.1:${ports.temporal}`, NAMESPACE),
  "temporal-ui": (starting) =>
    keepRunning(starting, "temporal-ui", () =>
      startUi({
        program: starting.programs.temporal.ui,
        port: starting.ports.temporalUi,
        address: `127.0.0.1:${starting.ports.temporal}`,
        namespace: NAMESPACE,
        folder: join(starting.options.dataDir, "temporal-ui"),
        ...hooksOf(starting, "temporal-ui"),
      }),
    ),
  keycloak: (starting) =>
    keepRunning(starting, "keycloak", () =>
      startPlannedKeycloak(starting.keycloak, {
        env: starting.options.env,
        ...hooksOf(starting, "keycloak"),
        production: {
          command: commandOf("keycloak"),
          env: withSecrets(nativeEnvironment("keycloak", "keycloak", starting.place)),
        },
      }),
    ),
  mailbox: (starting) => startTool(starting, "mailbox"),
  "exercise-provider": async (starting) => {
    if (startsFakeExercises(starting.options.env)) await startTool(starting, "exercise-provider");
  },
  pages: (starting) => runNodePart(toolPart(starting, "pages")),
  prometheus: (starting) =>
    keepRunning(starting, "prometheus", () =>
      startPrometheus({
        program: starting.programs.prometheus,
        folder: join(starting.options.dataDir, "prometheus"),
        ports: starting.ports,
        ...hooksOf(starting, "prometheus"),
      }),
    ),
};

/** Imports our own pictograms into a new installation; one that has them keeps them. */
export async function bringPictograms(starting: StartingProduction): Promise<void> {
  try {
    await runNodePart(toolPart(starting, "pictograms"));
  } catch {
    if (!starting.children.stopping.aborted)
      starting.log.say(
        "the pictograms were not imported; see their log; the next start tries again",
      );
  }
}

/** One after the other: the second finds what the first has built. */
async function startAll(starting: StartingProduction, part: ProductPart): Promise<void> {
  for (const member of membersOf(part)) {
    await keepRunning(starting, member, () => startNodePart(productPart(starting, part, member)));
  }
}

function startTool(starting: StartingProduction, name: string): Promise<void> {
  return keepRunning(starting, name, () => startNodePart(toolPart(starting, name)));
}

function toolPart(starting: StartingProduction, name: string) {
  const entry = new URL(`../${name}.ts`, import.meta.url);
  return { name, entry, env: { ...starting.stackEnv }, ...hooksOf(starting, name) };
}

/** A process of the product, with the command and the environment of the compose file. */
function productPart(starting: StartingProduction, part: ProductPart, member: string) {
  const [, file = ""] = commandOf(part);
  const entry = new URL(`../../${file}`, import.meta.url);
  const composed = nativeEnvironment(part, member, starting.place);
  // A secret that the compose file mounts is not given directly as well.
  const mounted = Object.keys(composed).map((name) => name.replace(/_FILE$/, ""));
  const others = Object.entries(starting.stackEnv).filter(([name]) => !mounted.includes(name));
  const env = { ...Object.fromEntries(others), ...composed };
  return { name: member, entry, env, ...hooksOf(starting, member) };
}
