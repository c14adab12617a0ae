import type { DatabaseCluster } from "../../tools/production/database/start-database-cluster.ts";
import type { Proxy } from "../../tools/production/proxy/start-proxy.ts";
import type { StackSecrets } from "../../tools/stack/stack-secrets.ts";
import type { DrillKeycloak } from "./rotation/drill-keycloak.ts";
import type { DrillPart } from "./drill-part.ts";
import type { TemporalRoles } from "./history/start-temporal-roles.ts";
import type { SmallDisk } from "./full-disk/small-disk.ts";

/** A running stack of a drill. */
export interface DrillStack extends DrillParts {
  readonly folder: string;
  readonly stop: () => Promise<void>;
}

/** The parts of a running stack. */
export interface DrillParts {
  readonly cluster: DatabaseCluster;
  /** The present proxy; a drill may replace it. */
  proxy: Proxy;
  /** Starts another proxy in the place of one that has ended. */
  readonly startProxy: () => Promise<Proxy>;
  readonly urls: { readonly api: string; readonly provider: string };
  readonly parts: readonly DrillPart[];
  readonly secrets: StackSecrets;
  /** Null if people sign in at the development provider. */
  readonly keycloak: DrillKeycloak | null;
  /** The services of Temporal; null if it is one process. */
  readonly temporal: TemporalRoles | null;
  /** Disks of members of the database by name; empty unless their size is limited. */
  readonly disks: Readonly<Record<string, SmallDisk>>;
  /** Port of the database's address that follows the primary. */
  readonly databasePort: number;
}

/** Whether a commit waits for a standby, and the number of standbys. */
export interface DrillOptions {
  readonly synchronous: boolean;
  readonly standbys?: number;
  /** Further settings of the database's servers, given the folder of the drill. */
  readonly settings?: (
    folder: string,
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** Parameters of the database's address for the product, given the folder of the drill. */
  readonly databaseQuery?: (folder: string) => string;
  /** Creates the certificate of the proxy in the folder of the drill; by default it has no TLS. */
  readonly proxyCertificate?: (folder: string) => string;
  /** Folder of a member's programs; null for those of the product. */
  readonly programsOf?: (name: string) => string | null;
  /** Size of the disk of each member of the database; that of the folder by default. */
  readonly diskMegabytes?: number | undefined;
  /** Whether the services of Temporal are processes of their own, with their store in the database. */
  readonly hasTemporalRoles?: boolean;
  /** Whether people sign in at a Keycloak. */
  readonly hasKeycloak?: boolean;
  /** Whether the folder stays afterwards. */
  readonly keepsLogs?: boolean;
}
