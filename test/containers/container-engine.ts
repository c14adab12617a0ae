import { execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { runLong } from "../../tools/processes/long-run.ts";
import { pathRung } from "../../tools/temporal/temporal-binary.ts";

const execute = promisify(execFile);

/**
 * Opens podman with a storage and a configuration of its own, and its service, which answers as Docker's. Installs
 * podman from Debian if it is missing, which needs the superuser.
 */
export async function openContainerEngine({ env, say }: EngineOptions): Promise<ContainerEngine> {
  mkdirSync(ENGINE_FOLDER, { recursive: true });
  const own = { ...env, ...configure() };
  await installPackages({ env, say });
  const podman = async (...args: readonly string[]) => {
    const { stdout } = await execute("podman", [...args], { env: own, maxBuffer: 100_000_000 });
    return stdout.trim();
  };
  const socket = join(ENGINE_FOLDER, "podman.sock");
  rmSync(socket, { force: true });
  const answering = spawn("podman", ["system", "service", "--time", "0", `unix://${socket}`], {
    env: own,
    stdio: "ignore",
  });
  while (!existsSync(socket)) await sleep(ASK_AGAIN_MS);
  const close = async () => {
    answering.kill("SIGTERM");
  };
  return { podman, env: { ...own, DOCKER_HOST: `unix://${socket}` }, say, close };
}

export interface EngineOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly say: (line: string) => void;
}

/** A running engine. */
export interface ContainerEngine {
  /** Runs a command of podman and returns its output. Throws if it fails. */
  readonly podman: (...args: readonly string[]) => Promise<string>;
  /** The environment in which its programs find its configuration, and programs of Docker find its service. */
  readonly env: NodeJS.ProcessEnv;
  readonly say: (line: string) => void;
  readonly close: () => Promise<void>;
}

/** Everything that the engine stores: bases, images, containers and volumes. */
export const ENGINE_FOLDER = "/var/lib/containers/sideline";

const ASK_AGAIN_MS = 100;

const PACKAGES = [
  "podman",
  "runc",
  "iptables",
  "netavark",
  "aardvark-dns",
  "catatonit",
  "debootstrap",
  "openssl",
] as const;

/** Podman without systemd, on version 1 of control groups. */
const CONFIGURATION = `[containers]
default_ulimits = ["nofile=20000:20000", "nproc=20000:20000"]
base_hosts_file = "none"
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
[network]
network_backend = "netavark"
`;

const STORAGE = `[storage]
driver = "vfs"
graphroot = "${ENGINE_FOLDER}/storage"
runroot = "/run/containers/sideline"
`;

function configure(): Record<string, string> {
  const configuration = join(ENGINE_FOLDER, "containers.conf");
  const storage = join(ENGINE_FOLDER, "storage.conf");
  writeFileSync(configuration, CONFIGURATION);
  writeFileSync(storage, STORAGE);
  return { CONTAINERS_CONF: configuration, CONTAINERS_STORAGE_CONF: storage };
}

async function installPackages({ env, say }: EngineOptions): Promise<void> {
  const found = await Promise.all(
    ["podman", "runc", "debootstrap"].map((name) => pathRung(env, name).find()),
  );
  if (found.every((one) => "path" in one)) return;
  const options = { command: "apt-get", logFile: join(ENGINE_FOLDER, "apt.log"), say };
  await runLong({ ...options, title: "reading Debian's packages", args: ["update"], env });
  await runLong({
    ...options,
    title: "installing podman (once)",
    args: ["install", "--yes", "--no-install-recommends", ...PACKAGES],
    env: { ...env, DEBIAN_FRONTEND: "noninteractive" },
  });
}
