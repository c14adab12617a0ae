import type { Environment } from "../../../workers/config/environment.ts";
import { interpolate, readText, variablesIn } from "./compose-file.ts";
import { NATIVE_PARTS, type ComposedPart, composedPart } from "./native-parts.ts";
import { type ProductionPorts, innerPort } from "./production-ports.ts";

/** The environment of a part's process: the compose file's, with the addresses of this machine. */
export function nativeEnvironment(
  part: ComposedPart,
  member: string,
  place: NativePlace,
): Record<string, string> {
  const values = { ...passedOn(place.env), ...place.variables };
  const written = Object.entries(composedPart(part).environment).map(
    ([name, value]) => [name, atHome(interpolate(value, values), place)] as const,
  );
  const all = { ...imageOptions(part), ...Object.fromEntries(written) };
  if (isProduct(part)) return { ...all, ...ownValues(part, member, place) };
  return part === "keycloak" ? keycloakValues(all, place) : all;
}

/** Where the native shape runs, and the values that compose takes from its `.env`. */
export type NativePlace = {
  readonly ports: ProductionPorts;
  /** Folder of the files that compose mounts as secrets. */
  readonly secretFolder: string;
  readonly dataDir: string;
  readonly consoleFolder: string;
  readonly variables: Readonly<Record<string, string>>;
  /** The launcher's environment: optional variables of the compose file are passed on from it. */
  readonly env: Environment;
};

/** Processes of the product. */
export const PRODUCT_PARTS = ["migrate", "api", "worker", "relay"] as const;
export type ProductPart = (typeof PRODUCT_PARTS)[number];

const isProduct = (part: ComposedPart): part is ProductPart =>
  PRODUCT_PARTS.some((one) => one === part);

/** Values that differ from the compose file's, and variables that it leaves to the image. Each has its reason. */
export const OWN_VALUES: Readonly<Record<string, string>> = {
  SIDELINE_MODE: "Production refuses http addresses, and here no proxy has a certificate.",
  API_HOST: "No other machine reaches it.",
  API_PORT: "All processes share one network.",
  API_HEALTH_PORT: "All processes share one network.",
  WORKER_HEALTH_PORT: "All processes share one network.",
  RELAY_HEALTH_PORT: "All processes share one network.",
  API_PROCESSES: "Two run.",
  API_STOP_SERVE_SECONDS: "The default of production, which embedded mode does not have.",
  SIDELINE_DATA_DIR: "The image sets it. All processes have the same, as the volumes are shared.",
  SIDELINE_CONSOLE_DIR: "The image sets it.",
  KC_FEATURES_DISABLED: "It is its own console, by which the first accounts are created.",
  KC_HTTP_MANAGEMENT_PORT: "All processes share one network.",
  KC_CACHE: "One runs, and need not listen for others.",
  KC_CACHE_EMBEDDED_NETWORK_BIND_ADDRESS: "The same.",
  KC_DB_POOL_MAX_SIZE: "All share the connections of one small database.",
  JAVA_OPTS_APPEND: "No container tells Java how much memory it has.",
};

/** Connections of Keycloak, whose default is all of the database's. */
const KEYCLOAK_CONNECTIONS = 15;

function keycloakValues(
  {
    KC_FEATURES_DISABLED: _public,
    KC_CACHE_EMBEDDED_NETWORK_BIND_ADDRESS: _network,
    ...others
  }: Record<string, string>,
  { ports }: NativePlace,
): Record<string, string> {
  return {
    ...others,
    KC_HTTP_MANAGEMENT_PORT: String(innerPort(ports, "keycloak-health")),
    KC_CACHE: "local",
    KC_DB_POOL_MAX_SIZE: String(KEYCLOAK_CONNECTIONS),
    JAVA_OPTS_APPEND: `-XX:TieredStopAtLevel=1 -XX:MaxRAM=${composedPart("keycloak").mem_limit ?? ""}`,
  };
}

function ownValues(
  part: ProductPart,
  member: string,
  { consoleFolder, dataDir, ports }: NativePlace,
): Record<string, string> {
  const shared = {
    SIDELINE_MODE: "embedded",
    API_HOST: "127.0.0.1",
    SIDELINE_DATA_DIR: dataDir,
    SIDELINE_CONSOLE_DIR: consoleFolder,
  };
  if (part === "migrate") return shared;
  const health = { [`${part.toUpperCase()}_HEALTH_PORT`]: String(healthPort(ports, member)) };
  if (part !== "api") return { ...shared, ...health };
  const apis = String(NATIVE_PARTS.api.length);
  const port = String(innerPort(ports, member));
  const stopping = { API_STOP_SERVE_SECONDS: STOP_SERVE_SECONDS };
  return { ...shared, ...health, ...stopping, API_PORT: port, API_PROCESSES: apis };
}

/** Longer than HAProxy takes to notice. */
const STOP_SERVE_SECONDS = "5";

/** Port of health and metrics of a process. */
export const healthPort = (ports: ProductionPorts, member: string): number =>
  innerPort(ports, `${member}-health`);

/** Addresses and paths inside the containers, and those of this machine. */
function atHome(value: string, { ports, secretFolder }: NativePlace): string {
  const addresses = {
    "postgres:5432": `127.0.0.1:${ports.postgres}`,
    "temporal:7233": `127.0.0.1:${ports.temporal}`,
    "api:3000": `127.0.0.1:${ports.api}`,
    "/run/secrets": secretFolder,
  };
  return Object.entries(addresses).reduce(
    (text, [inside, here]) => text.replaceAll(inside, here),
    value,
  );
}

/** Variables of the compose file that the launcher was given. */
function passedOn(env: Environment): Record<string, string> {
  const names = variablesIn(readText("docker-compose.yml"));
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name] ?? "";
      return value === "" ? [] : [[name, value] as const];
    }),
  );
}

/** The heap that the image gives to processes of the product, unless the compose file says another. */
function imageOptions(part: ComposedPart): Record<string, string> {
  if (!isProduct(part)) return {};
  const [, options = ""] = /NODE_OPTIONS="([^"]+)"/.exec(readText("Dockerfile")) ?? [];
  return { NODE_OPTIONS: options };
}
