/** The production configuration of the server, as JSON, which is valid YAML. */
export function serverConfig(place: ServerPlace): string {
  const { frontendPort, ports, postgres, dynamicConfigFile } = place;
  const [
    frontendMembers,
    history,
    historyMembers,
    matching,
    matchingMembers,
    worker,
    workerMembers,
  ] = ports;
  const rpc = (grpcPort: number | undefined, membershipPort: number | undefined) => ({
    rpc: { grpcPort, membershipPort, bindOnLocalHost: true },
  });
  return JSON.stringify({
    log: { stdout: true, level: "warn" },
    persistence: {
      defaultStore: "default",
      visibilityStore: "visibility",
      numHistoryShards: SHARDS,
      datastores: {
        default: storeIn(TEMPORAL_DATABASES.temporal, 20, postgres),
        visibility: storeIn(TEMPORAL_DATABASES.visibility, 5, postgres),
      },
    },
    global: { membership: { maxJoinDuration: "30s", broadcastAddress: "127.0.0.1" } },
    services: {
      frontend: rpc(frontendPort, frontendMembers),
      history: rpc(history, historyMembers),
      matching: rpc(matching, matchingMembers),
      worker: rpc(worker, workerMembers),
    },
    clusterMetadata: clusterOf(frontendPort),
    dcRedirectionPolicy: { policy: "noop" },
    publicClient: { hostPort: `127.0.0.1:${frontendPort}` },
    dynamicConfigClient: { filepath: dynamicConfigFile, pollInterval: "60s" },
  });
}

/** Addresses of a Temporal server and of its store. */
export interface ServerPlace {
  readonly frontendPort: number;
  /** Ports of its services: two for each, after the first port, which is the frontend's. */
  readonly ports: readonly number[];
  readonly postgres: { readonly port: number; readonly password: string };
  readonly dynamicConfigFile: string;
}

/** Its database user, and the databases of its store and of its visibility store. */
export const TEMPORAL_USER = "temporal";
export const TEMPORAL_DATABASES = {
  temporal: "temporal",
  visibility: "temporal_visibility",
} as const;
/** Same as in the compose file. */
const SHARDS = 512;

/** A single cluster without others. */
function clusterOf(frontendPort: number) {
  return {
    enableGlobalNamespace: false,
    failoverVersionIncrement: 10,
    masterClusterName: "active",
    currentClusterName: "active",
    clusterInformation: {
      active: {
        enabled: true,
        initialFailoverVersion: 1,
        rpcName: "frontend",
        rpcAddress: `127.0.0.1:${frontendPort}`,
      },
    },
  };
}

function storeIn(databaseName: string, maxConns: number, postgres: ServerPlace["postgres"]) {
  return {
    sql: {
      pluginName: "postgres12_pgx",
      databaseName,
      connectAddr: `127.0.0.1:${postgres.port}`,
      connectProtocol: "tcp",
      user: TEMPORAL_USER,
      password: postgres.password,
      maxConns,
      maxIdleConns: maxConns,
    },
  };
}
