import { join } from "node:path";
import { ACCOUNT_PASSWORD } from "../keycloak/ensure-account.ts";
import { FIRST_ACCOUNTS } from "../keycloak/stack-keycloak.ts";
import { readFirstInnerPort, readLauncherConfig } from "../launcher-config.ts";
import { PRODUCTION_FOLDER } from "./production-folder.ts";
import { NATIVE_PARTS } from "./shape/native-parts.ts";
import { startProduction } from "./start-production.ts";
import { endWith, runStack } from "../stack/run-stack.ts";
import type { RunningStack } from "../stack/stack-file.ts";
import { loadEnvironment } from "../../workers/config/load-environment.ts";
import { showHelp } from "../../workers/operator/show-help.ts";

showHelp(`Runs the production shape on this machine until Ctrl-C: npm run production

A PostgreSQL primary with two streaming standbys, the services of Temporal as separate processes, Keycloak with the
realm, two APIs behind HAProxy, two workers, two relays, and Prometheus. Commands, environments, health checks and order
are those of docker-compose.yml. Data are stored in the folder ${PRODUCTION_FOLDER} of SIDELINE_DATA_DIR; the ports are
those of npm start, and thirty from PRODUCTION_PORT on. It needs Go, Java, Maven, and Debian for HAProxy and Prometheus.`);

function banner({ identityProvider, pids, ports, urls }: RunningStack): string {
  const countOf = (members: readonly string[]) =>
    members.map((name) => `${name} ${pids[name] ?? "?"}`).join("   ");
  const keycloak = identityProvider.kind === "keycloak" ? identityProvider.url : "";
  const processes = [NATIVE_PARTS.api, NATIVE_PARTS.worker, NATIVE_PARTS.relay].flat();
  return `
  Sideline runs in the shape of production.

    Console         ${urls.api}/   for coaches
    API             ${urls.api}   HAProxy, in front of two
    API reference   ${urls.apiReference}
    Temporal UI     ${urls.temporalUi}
    Sign-in         ${urls.provider}   Keycloak; its console: ${keycloak}/admin
    Log in as       ${FIRST_ACCOUNTS.join(", ")}   password ${ACCOUNT_PASSWORD}
    Mailbox         ${urls.mailbox}
    Pushes          ${urls.pushes}
    Database        127.0.0.1:${ports["postgres"]}   HAProxy, in front of the primary
    Prometheus      http://127.0.0.1:${ports["prometheus"]}/api/v1/alerts   its pages need the installed package
    Processes       ${countOf(processes)}
                    ${countOf(NATIVE_PARTS.temporal)}
                    ${countOf(NATIVE_PARTS.postgres)}

  Try next, in another terminal:   SIDELINE_DATA_DIR=${PRODUCTION_FOLDER_SHOWN} npm run tour
  Stop with Ctrl-C.

`;
}

const env = loadEnvironment();
const PRODUCTION_FOLDER_SHOWN = join(env["SIDELINE_DATA_DIR"] ?? ".sideline", PRODUCTION_FOLDER);

await endWith(async () => {
  const config = readLauncherConfig(env);
  const options = {
    ...config,
    dataDir: join(config.dataDir, PRODUCTION_FOLDER),
    firstInnerPort: readFirstInnerPort(env),
    env,
  };
  return await runStack(options, banner, startProduction);
});
