import { join } from "node:path";
import type { Child } from "../processes/child-process.ts";
import { hooksOf } from "../stack/open-stack.ts";
import { startRole } from "../temporal/start-role.ts";
import type { RolePorts, TemporalRole } from "../temporal/role-config.ts";
import { nativeEnvironment } from "./shape/native-environment.ts";
import { mountedFile, type NATIVE_PARTS, composedPart } from "./shape/native-parts.ts";
import { innerPort, type ProductionPorts } from "./shape/production-ports.ts";
import type { StartingProduction } from "./starting-production.ts";
import { withSecrets } from "./with-secrets.ts";

/** Starts one of the processes that are the Temporal server, with the values of the compose file. */
export function startTemporalMember(
  starting: StartingProduction,
  member: TemporalMember,
): Promise<Child> {
  const { ports, programs, options } = starting;
  const env = withSecrets(nativeEnvironment("temporal", member, starting.place));
  const role = ROLES[member];
  return startRole({
    name: member,
    role,
    program: programs.temporal.server,
    ports: portsOf(ports, member),
    roles: {
      frontend: portsOf(ports, "temporal-frontend"),
      history: portsOf(ports, "temporal-history-1"),
      matching: portsOf(ports, "temporal-matching"),
      worker: portsOf(ports, "temporal-worker"),
    },
    frontendPort: ports.temporal,
    postgres: {
      port: ports.postgres,
      password: env["POSTGRES_PWD"] ?? "",
      connections: role === "history" ? HISTORY_CONNECTIONS : OTHER_CONNECTIONS,
    },
    shards: Number(env["NUM_HISTORY_SHARDS"]),
    dynamicConfigFile: mountedFile("temporal", env["DYNAMIC_CONFIG_FILE_PATH"] ?? ""),
    folder: join(options.dataDir, "temporal"),
    memoryLimit: memoryLimit(),
    ...hooksOf(starting, member),
  });
}

function portsOf(ports: ProductionPorts, member: TemporalMember): RolePorts {
  const grpcPort = member === "temporal-frontend" ? ports.temporal : innerPort(ports, member);
  return { grpcPort, membershipPort: innerPort(ports, `${member}-members`) };
}

type TemporalMember = (typeof NATIVE_PARTS.temporal)[number];

const ROLES: Readonly<Record<TemporalMember, TemporalRole>> = {
  "temporal-frontend": "frontend",
  "temporal-history-1": "history",
  "temporal-history-2": "history",
  "temporal-matching": "matching",
  "temporal-worker": "worker",
};

/** The history services do nearly all work of the store. */
const [HISTORY_CONNECTIONS, OTHER_CONNECTIONS] = [15, 8];

/** The limit of the compose file, in the words of Go: `2g` is 2GiB. */
const memoryLimit = () =>
  `${composedPart("temporal").mem_limit ?? ""}iB`.replace(/[gm]/, (unit) => unit.toUpperCase());
