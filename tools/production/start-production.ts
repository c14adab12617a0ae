import { join, resolve } from "node:path";
import { requireFreePorts } from "../processes/ports.ts";
import { planKeycloak } from "../keycloak/stack-keycloak.ts";
import { describeStack } from "../stack/describe-stack.ts";
import { type OpenedStack, openStack, timed } from "../stack/open-stack.ts";
import { stackEnvironment } from "../stack/stack-environment.ts";
import type { RunningStack } from "../stack/stack-file.ts";
import type { Stack } from "../stack/start-stack.ts";
import { findClusterPrograms } from "../temporal/cluster-programs.ts";
import type { DatabaseCluster } from "./database/start-database-cluster.ts";
import { type NativePlace, nativeEnvironment } from "./shape/native-environment.ts";
import { membersOf, nativeOrder, type PartName } from "./shape/native-parts.ts";
import { neededPorts, productionPorts } from "./shape/production-ports.ts";
import {
  databaseAddresses,
  openProductionSecrets,
  writeSecretFiles,
} from "./production-secrets.ts";
import type { ProductionOptions, StartingProduction } from "./starting-production.ts";
import { startInOrder, stopStages } from "./shape/start-in-order.ts";
import { bringPictograms, startPart } from "./start-part.ts";
import { findPrometheus } from "./start-prometheus.ts";

/**
 * Starts the production shape on this machine in the order of the compose file, each part as often as native-parts.ts
 * says. If one of them dies it is restarted.
 */
export function startProduction(given: ProductionOptions): Stack {
  const options = { ...given, dataDir: resolve(given.dataDir) };
  const stages = stopStages(nativeOrder()).map((stage) => stage.flatMap(membersOf));
  const stopOrder = [["pictograms"], ...stages];
  const opened = openStack({ ...options, stopOrder });
  const ending: (() => Promise<void>)[] = [];
  const stop = async () => {
    const { children, close } = await opened;
    await children.stop();
    for (const end of ending.splice(0)) await end();
    await close();
  };
  const start = async () => {
    try {
      return await startParts({ ...(await opened), options }, ending);
    } catch (error) {
      await stop();
      throw error;
    }
  };
  return { ready: start(), stop };
}

type Begun = Omit<OpenedStack, "close"> & { readonly options: ProductionOptions };

async function startParts(begun: Begun, ending: (() => Promise<void>)[]): Promise<RunningStack> {
  const { starting, stack } = await prepare(begun, ending);
  const start = (name: PartName) => timed(begun, name, () => startPart(starting, name));
  await startInOrder(nativeOrder(), start);
  begun.write(stack);
  // Nothing waits for the pictograms; until they are imported, exercises show placeholders.
  void bringPictograms(starting);
  return { ...stack, pids: begun.children.pids() };
}

async function prepare(begun: Begun, ending: (() => Promise<void>)[]) {
  const { options, log } = begun;
  const { dataDir, env } = options;
  const ports = productionPorts(options.ports, options.firstInnerPort);
  await requireFreePorts(neededPorts(ports));
  const search = { env, say: log.say };
  const keycloak = await planKeycloak({ dataDir, env, idp: "keycloak", ports }, log.say);
  if (keycloak === null) throw new Error("Production has a Keycloak.");
  const programs = {
    temporal: await findClusterPrograms(search),
    prometheus: await findPrometheus(search),
  };
  const secrets = openProductionSecrets(dataDir);
  const place = placeOf({ options, ports, secrets, keycloak });
  const stack = {
    ...describeStack(ports, databaseAddresses(secrets, ports.postgres), keycloak.place),
    ports: { ...options.ports, ...ports.inner },
    lanes: Number(nativeEnvironment("worker", "worker-1", place)["SETTLEMENT_LANES"]),
  };
  const stackEnv = {
    ...stackEnvironment({ ...options, secrets: secrets.stack, stack }),
    ...keycloak.mailboxEnv,
  };
  const database = Promise.withResolvers<DatabaseCluster>();
  // It is thrown where it is awaited.
  database.promise.catch(() => undefined);
  const planned = { ports, secrets, place, keycloak, programs, stackEnv, database, ending };
  return { starting: { ...begun, ...planned }, stack };
}

type Planned = Pick<StartingProduction, "options" | "ports" | "secrets" | "keycloak">;

/** The values that compose takes from its `.env`, on this machine. */
function placeOf({ options, ports, secrets, keycloak }: Planned): NativePlace {
  const { dataDir, env, logLevel } = options;
  const smtpPort = keycloak.mailboxEnv["MAILBOX_SMTP_PORT"] ?? "";
  const variables = {
    API_PUBLIC_URL: `http://127.0.0.1:${ports.api}`,
    KEYCLOAK_URL: keycloak.place.url,
    TEMPORAL_UI_URL: `http://127.0.0.1:${ports.temporalUi}`,
    MAIL_FROM: "Sideline <sideline@example.com>",
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: smtpPort,
    SMTP_FROM: "sideline@example.com",
    LOG_LEVEL: logLevel,
  };
  const secretFolder = writeSecretFiles(dataDir, secrets, {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    databasePort: ports.postgres,
  });
  return { ports, secretFolder, dataDir, consoleFolder: join(dataDir, "console"), variables, env };
}
