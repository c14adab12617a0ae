import type { PlannedKeycloak } from "../keycloak/stack-keycloak.ts";
import type { OpenedStack } from "../stack/open-stack.ts";
import type { StackOptions } from "../stack/stack-options.ts";
import type { ClusterPrograms } from "../temporal/cluster-programs.ts";
import type { DatabaseCluster } from "./database/start-database-cluster.ts";
import type { NativePlace } from "./shape/native-environment.ts";
import type { ProductionPorts } from "./shape/production-ports.ts";
import type { ProductionSecrets } from "./production-secrets.ts";

/** Context of a start. */
export type StartingProduction = Omit<OpenedStack, "close"> & {
  readonly options: ProductionOptions;
  readonly ports: ProductionPorts;
  readonly secrets: ProductionSecrets;
  readonly place: NativePlace;
  readonly keycloak: PlannedKeycloak;
  readonly programs: { readonly temporal: ClusterPrograms; readonly prometheus: string };
  /** Environment of parts that only a stack has, and of what the compose file leaves to others. */
  readonly stackEnv: Readonly<Record<string, string>>;
  /** The running database; rejects if it does not start. */
  readonly database: PromiseWithResolvers<DatabaseCluster>;
  /** Called in order when everything has stopped. */
  readonly ending: (() => Promise<void>)[];
};

/** Options of the native production shape. */
export type ProductionOptions = Omit<StackOptions, "idp"> & {
  /** First of the ports that only its parts use. */
  readonly firstInnerPort: number;
};
