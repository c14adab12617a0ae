import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Request } from "express";
import { READ_POSITION_HEADER } from "../../../contract/read-position.ts";
import type { QueryExecutor } from "../../../db/platform/pipeline/pipeline.ts";
import { findPrimaryPosition, type WalPosition } from "../../../db/platform/standby/queries.ts";
import type { ApiDeps } from "../../api-deps.ts";
import type { Endpoint } from "../../endpoint.ts";
import type { Access, Granted } from "../../guard/access.ts";
import { type CursorParts, cursorParts } from "./cursor-position.ts";
import type { StandbyAnswer } from "./standby-reads.ts";

/** Prepares a request for an answer of the standby; null if its route has none. */
export function standbyRequest(
  { standby }: ApiDeps,
  endpoint: Endpoint,
  req: Request,
): StandbyRequest | null {
  if (endpoint.kind !== "read" || endpoint.fromStandby !== true) return null;
  const header = headerOf(req);
  let primary: WalPosition | null = null;
  const prefetch = async (executor: QueryExecutor) => {
    // Its failure concerns the position alone: the guard decides without it.
    primary = await findPrimaryPosition(executor).catch(() => null);
  };
  return {
    visit: standby === null || header === null ? {} : { prefetch },
    read: async ({ granted, cursor }, read) =>
      standby !== null && isOfConsole(granted)
        ? await standby.read({ header, cursor, primary }, read)
        : null,
  };
}

/** A request that the standby may answer. */
export interface StandbyRequest {
  /** The guard's pipeline asks the primary for its line too. */
  readonly visit: { readonly prefetch?: (executor: QueryExecutor) => Promise<void> };
  /** Reads at the standby after the guard has let the caller in; null if the primary has to answer. */
  read<T>(
    admitted: { readonly granted: Granted[Access]; readonly cursor: CursorParts | null },
    read: (em: SqlEntityManager) => Promise<T>,
  ): Promise<StandbyAnswer<T> | null>;
}

/** The query without the position of its cursor, and the parts of that cursor. */
export function splitCursor(query: unknown): SplitQuery {
  if (typeof query !== "object" || query === null) return { query, cursor: null };
  const sent: unknown = Reflect.get(query, "cursor");
  if (typeof sent !== "string") return { query, cursor: null };
  const cursor = cursorParts(sent);
  return { query: { ...query, cursor: cursor.own }, cursor };
}

interface SplitQuery {
  readonly query: unknown;
  readonly cursor: CursorParts | null;
}

/** Positions are the console's: apps and services neither get nor send one. */
export function isOfConsole(granted: Granted[Access]): boolean {
  if ("identity" in granted) return granted.identity.surface === "WEB";
  return "caller" in granted && granted.caller.surface === "WEB";
}

/** Several headers are as good as none. */
function headerOf(req: Request): string | null {
  const [sent = null, ...further] = req.headersDistinct[READ_POSITION_HEADER.toLowerCase()] ?? [];
  return further.length === 0 ? sent : null;
}
