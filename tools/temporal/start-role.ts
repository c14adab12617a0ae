import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Child, startChild } from "../processes/child-process.ts";
import { waitForPort } from "../processes/wait-for-port.ts";
import {
  type PostgresOfRoles,
  type RolePorts,
  roleConfig,
  type TemporalRole,
} from "./role-config.ts";

/** Starts one role of a Temporal server and waits until it answers. */
export async function startRole(options: RoleOptions): Promise<Child> {
  const { name, role, ports, program } = options;
  mkdirSync(options.folder, { recursive: true });
  const file = join(options.folder, `${name}.yaml`);
  const config = roleConfig({ ...options, roles: { ...options.roles, [role]: ports } });
  writeFileSync(file, config, { mode: 0o600 });
  const child = await startChild({
    name,
    command: program,
    args: ["--config-file", file, "--allow-no-auth", "start", "--service", role],
    env: { TZ: "UTC", GOMEMLIMIT: options.memoryLimit },
    onLine: options.onLine,
    onStart: options.onStart,
  });
  await waitForPort(child, { port: ports.grpcPort, limitMs: READY_LIMIT_MS });
  return child;
}

export interface RoleOptions {
  /** Its own name, because a role may run several times. */
  readonly name: string;
  readonly role: TemporalRole;
  readonly program: string;
  readonly ports: RolePorts;
  /** Ports of one process of each role. */
  readonly roles: Readonly<Record<TemporalRole, RolePorts>>;
  readonly frontendPort: number;
  readonly postgres: PostgresOfRoles;
  readonly shards: number;
  readonly dynamicConfigFile: string;
  /** Folder of its configuration. */
  readonly folder: string;
  /** In the format of GOMEMLIMIT: `2GiB`. */
  readonly memoryLimit: string;
  readonly onLine: (line: string) => void;
  readonly onStart: (child: Child) => void;
}

/** A role joins the others within thirty seconds. */
const READY_LIMIT_MS = 60_000;
