import type { Request } from "express";
import type { QueryExecutor } from "../../db/platform/pipeline/pipeline.ts";
import type { ProviderIdentity } from "./caller.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { Endpoint } from "../endpoint.ts";

/** The guard's input. */
export interface Visit {
  readonly deps: ApiDeps;
  readonly endpoint: Endpoint;
  readonly req: Request;
  readonly requestId: string;
  /** The route's own query within the pipeline that loads the caller. */
  readonly prefetch?: (executor: QueryExecutor, identity: ProviderIdentity) => Promise<void>;
}
