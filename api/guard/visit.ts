import type { Request } from "express";
import type { QueryExecutor } from "../../db/pipeline.ts";
import type { ProviderIdentity } from "./caller.ts";
import type { ApiDeps } from "../deps.ts";
import type { Endpoint } from "../endpoint.ts";

/** What the guard looks at. */
export interface Visit {
  readonly deps: ApiDeps;
  readonly endpoint: Endpoint;
  readonly req: Request;
  readonly requestId: string;
  /** What the route asks in the flight of the look at its caller. */
  readonly beside?: (executor: QueryExecutor, identity: ProviderIdentity) => Promise<void>;
}
