import type { DatabaseCluster } from "../../tools/production/database/start-database-cluster.ts";
import type { Proxy } from "../../tools/production/proxy/start-proxy.ts";
import type { StackSecrets } from "../../tools/stack/stack-secrets.ts";
import type { DrillPart } from "./drill-part.ts";

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
  /** Port of the database's address that follows the primary. */
  readonly databasePort: number;
}

/** Whether a commit waits for a standby, and the number of standbys. */
export interface DrillOptions {
  readonly synchronous: boolean;
  readonly standbys?: number;
  /** Further settings of the database's servers. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether the folder stays afterwards. */
  readonly keepsLogs?: boolean;
}
