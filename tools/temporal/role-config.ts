/** The configuration of roles of a Temporal server on PostgreSQL, as JSON, which is valid YAML. */
export function roleConfig(place: RolePlace): string {
  const { frontendPort, roles, postgres, dynamicConfigFile } = place;
  const rpcs = Object.entries(roles).map(
    ([name, { grpcPort, membershipPort }]) =>
      [name, { rpc: { grpcPort, membershipPort, bindOnLocalHost: true } }] as const,
  );
  return JSON.stringify({
    log: { stdout: true, level: "warn" },
    persistence: {
      defaultStore: "default",
      visibilityStore: "visibility",
      numHistoryShards: place.shards,
      datastores: {
        default: storeIn(TEMPORAL_DATABASES.temporal, postgres, postgres.connections),
        visibility: storeIn(TEMPORAL_DATABASES.visibility, postgres, VISIBILITY_CONNECTIONS),
      },
    },
    global: { membership: { maxJoinDuration: "30s", broadcastAddress: "127.0.0.1" } },
    services: Object.fromEntries(rpcs),
    clusterMetadata: clusterOf(frontendPort),
    dcRedirectionPolicy: { policy: "noop" },
    publicClient: { hostPort: `127.0.0.1:${frontendPort}` },
    dynamicConfigClient: { filepath: dynamicConfigFile, pollInterval: "60s" },
  });
}

/** Addresses of the roles that one process runs or knows, and of their store. */
export interface RolePlace {
  readonly frontendPort: number;
  /** All roles, because each knows the others by name; those of other processes announce their own ports. */
  readonly roles: Readonly<Record<TemporalRole, RolePorts>>;
  readonly postgres: PostgresOfRoles;
  /** Final: the number of shards can never be changed. */
  readonly shards: number;
  readonly dynamicConfigFile: string;
}

/** Temporal calls it a service. */
export type TemporalRole = "frontend" | "history" | "matching" | "worker";

/** Where a role answers, and where the members of the cluster find each other. */
export interface RolePorts {
  readonly grpcPort: number;
  readonly membershipPort: number;
}

export interface PostgresOfRoles {
  readonly port: number;
  readonly password: string;
  /** Most connections of one process to its store. */
  readonly connections: number;
}

/** The database user of all roles, and the databases of their store and of their visibility store. */
export const TEMPORAL_USER = "temporal";
export const TEMPORAL_DATABASES = {
  temporal: "temporal",
  visibility: "temporal_visibility",
} as const;

const VISIBILITY_CONNECTIONS = 5;

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

function storeIn(databaseName: string, { port, password }: PostgresOfRoles, connections: number) {
  return {
    sql: {
      pluginName: "postgres12_pgx",
      databaseName,
      connectAddr: `127.0.0.1:${port}`,
      connectProtocol: "tcp",
      user: TEMPORAL_USER,
      password,
      maxConns: connections,
      maxIdleConns: connections,
    },
  };
}
