import type { Request } from "express";
import type { ApiDeps } from "../deps.ts";
import type { Endpoint } from "../endpoint.ts";

/** What the guard looks at. */
export interface Visit {
  readonly deps: ApiDeps;
  readonly endpoint: Endpoint;
  readonly req: Request;
  readonly requestId: string;
}
