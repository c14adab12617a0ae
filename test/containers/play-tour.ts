import { createServer, connect } from "node:net";
import { join } from "node:path";
import { ensureMachineScope } from "../../tools/keycloak/ensure-machine-scope.ts";
import { openKeycloakAdmin } from "../../tools/keycloak/keycloak-admin.ts";
import { addressesOf, readLoopbackRealm, REALM_NAME } from "../../tools/keycloak/realm-file.ts";
import { readLauncherConfig } from "../../tools/launcher-config.ts";
import { takeLauncherLock } from "../../tools/processes/launcher-lock.ts";
import { startNodePart } from "../../tools/processes/node-part.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { runLong } from "../../tools/processes/long-run.ts";
import { describeStack } from "../../tools/stack/describe-stack.ts";
import { stackEnvironment } from "../../tools/stack/stack-environment.ts";
import { removeStack, type RunningStack, writeStack } from "../../tools/stack/stack-file.ts";
import { openStackSecrets } from "../../tools/stack/stack-secrets.ts";
import {
  API_NAME,
  type ComposeProject,
  KEYCLOAK_NAME,
  MAIL_SERVER,
  PORTS,
} from "./compose-project.ts";
import type { ContainerEngine } from "./container-engine.ts";
import { addressOf } from "./inspect-part.ts";
import { untilHealthy } from "./until-healthy.ts";

/**
 * Plays the tour on the containers. It signs people in through the proxy and creates accounts through the console of
 * Keycloak. Throws if an expectation of the tour fails.
 *
 * @param adminPassword of the console, which `openAccounts` returns.
 */
export async function playTour(
  { engine, folder }: TourPlace,
  adminPassword: string,
): Promise<void> {
  const [mailboxPort = 0, smtpPort = 0] = await findFreePorts(2);
  const stack = await describeContainers(engine, { adminPassword, mailboxPort });
  await ensureMachineScope(accountsOf(adminPassword));
  const lock = takeLauncherLock(folder);
  const secrets = openStackSecrets(folder);
  const options = { dataDir: folder, logLevel: "info", env: engine.env, secrets, stack };
  const mailbox = await startNodePart({
    name: "mailbox",
    entry: new URL("../../tools/mailbox.ts", import.meta.url),
    env: {
      ...stackEnvironment(options),
      MAILBOX_PORT: String(mailboxPort),
      MAILBOX_SMTP_PORT: String(smtpPort),
    },
    onLine: () => undefined,
    onStart: () => undefined,
  });
  const forwarder = createServer((socket) => {
    const other = connect(smtpPort, "127.0.0.1");
    const end = () => {
      socket.destroy();
      other.destroy();
    };
    socket.on("error", end);
    other.on("error", end);
    socket.pipe(other).pipe(socket);
  }).listen(MAIL_SERVER.port, MAIL_SERVER.host);
  writeStack(folder, { ...stack, pids: {} });
  try {
    await runLong({
      title: "npm run tour",
      command: "npm",
      args: ["run", "tour"],
      env: {
        ...engine.env,
        SIDELINE_DATA_DIR: folder,
        NODE_EXTRA_CA_CERTS: join(folder, "certificates", "authorities.pem"),
      },
      logFile: join(folder, "tour.log"),
      say: engine.say,
    });
  } finally {
    removeStack(folder);
    forwarder.close();
    await mailbox.stop();
    lock.release();
  }
}

interface TourPlace {
  readonly engine: ContainerEngine;
  readonly folder: string;
}

const consoleUrl = `http://127.0.0.1:${PORTS.KEYCLOAK_CONSOLE_PORT}`;

/** The accounts of the realm, for an administrator of Keycloak's console. */
export const accountsOf = (adminPassword: string) =>
  openKeycloakAdmin(consoleUrl, REALM_NAME, adminPassword);

/** Creates an administrator and starts the console of Keycloak, as docs/operations.md says; returns the password. */
export async function openAccounts(
  engine: ContainerEngine,
  { compose }: ComposeProject,
): Promise<string> {
  const password = "of-the-tour-0123456789";
  await compose("stop", "keycloak");
  const command = ["bootstrap-admin", "user", "--username", "admin", "--no-prompt"];
  const taken = ["--password:env", "TEMPORARY"];
  await compose(
    "run",
    "--rm",
    "-e",
    `TEMPORARY=${password}`,
    "keycloak-console",
    ...command,
    ...taken,
  );
  const up = ["up", "--detach", "--no-build", "--no-recreate", "--pull", "never"];
  await compose("--profile", "operate", ...up, "keycloak", "keycloak-console");
  for (const name of ["keycloak", "keycloak-console"]) await untilHealthy(engine, name);
  return password;
}

async function describeContainers(
  engine: ContainerEngine,
  own: { readonly adminPassword: string; readonly mailboxPort: number },
): Promise<Omit<RunningStack, "pids">> {
  const api = `https://${API_NAME}`;
  const realm = readLoopbackRealm({ apiUrl: api, webOrigin: api, smtpPort: MAIL_SERVER.port });
  const redirectUris = Object.fromEntries(
    addressesOf(realm).clients.flatMap(({ clientId, redirectUris: [first] }) =>
      first === undefined ? [] : [[clientId, first] as const],
    ),
  );
  const { ports } = readLauncherConfig({});
  // The tour reads no database of the stack.
  const database = { url: "postgresql://none", ownerUrl: "postgresql://none" };
  const keycloak = { url: consoleUrl, adminPassword: own.adminPassword, redirectUris };
  const described = describeStack(ports, database, keycloak);
  const mailbox = `http://127.0.0.1:${own.mailboxPort}`;
  return {
    ...described,
    urls: {
      ...described.urls,
      api,
      apiReference: `${api}/docs`,
      mailbox: `${mailbox}/mailbox`,
      pushes: `${mailbox}/pushes`,
      provider: `https://${KEYCLOAK_NAME}/realms/${REALM_NAME}`,
    },
    temporal: {
      ...described.temporal,
      address: `${await addressOf(engine, "temporal", "temporal")}:7233`,
    },
  };
}
