import { setTimeout as sleep } from "node:timers/promises";
import { isGrpcServiceError, type ConnectionLike } from "@temporalio/client";
import { msToTs } from "@temporalio/common/lib/time.js";
import { StartRefused } from "../start/start-refused.ts";
import { missingSearchAttributes, registerSearchAttributes } from "./search-attributes.ts";

/**
 * Creates the namespace and the actors' search attributes if they are missing. Idempotent.
 *
 * @param isForeign others administer the namespace, as in Temporal Cloud: it is not created here.
 * @throws ServiceError of Temporal.
 * @throws StartRefused if a foreign namespace, or a search attribute in it, is missing.
 */
export async function ensureNamespace(
  connection: Connected,
  namespace: string,
  isForeign = false,
): Promise<void> {
  if (isForeign) return await completeForeign(connection, namespace);
  if (await isKnown(connection, namespace)) {
    await inTime(connection, () => registerSearchAttributes(connection, namespace));
    return;
  }
  await makeNamespace(connection, namespace);
  await untilRegistered(connection, namespace);
}

type Connected = Pick<ConnectionLike, "workflowService" | "operatorService" | "withDeadline">;

/** Same as in deploy/temporal: closed actors can be inspected for a week. */
const RETENTION = "7 days";

/** A new namespace is known everywhere after some seconds. */
const KNOWN_WITHIN_MS = 30_000;
const PAUSE_MS = 500;

/** Deadline for a hanging call. */
const DEADLINE_MS = 5_000;

const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
const PERMISSION_DENIED = 7;
const UNIMPLEMENTED = 12;

/** Search attributes are added where the server allows it, and required where it does not. */
async function completeForeign(connection: Connected, namespace: string): Promise<void> {
  if (!(await isKnown(connection, namespace))) {
    throw new StartRefused(
      `TEMPORAL_NAMESPACE: Temporal has no namespace ${namespace}; create it there, or name another.`,
    );
  }
  let missing: readonly string[] = [];
  try {
    missing = await inTime(connection, () => missingSearchAttributes(connection, namespace));
    if (missing.length === 0) return;
    await inTime(connection, () => registerSearchAttributes(connection, namespace));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // A server that does not even list them cannot be checked; a missing one then fails the first actor.
    if (missing.length === 0) return;
    throw new StartRefused(
      `TEMPORAL_NAMESPACE: ${namespace} lacks the search attributes ${missing.join(", ")}; add them there.`,
      { cause: error },
    );
  }
}

function isRefusal(error: unknown): boolean {
  const code = codeOf(error);
  return code === PERMISSION_DENIED || code === UNIMPLEMENTED;
}

async function untilRegistered(connection: Connected, namespace: string): Promise<void> {
  const until = performance.now() + KNOWN_WITHIN_MS;
  for (;;) {
    try {
      return await inTime(connection, () => registerSearchAttributes(connection, namespace));
    } catch (error) {
      if (performance.now() > until) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

async function isKnown(connection: Connected, namespace: string): Promise<boolean> {
  try {
    await inTime(connection, () => connection.workflowService.describeNamespace({ namespace }));
    return true;
  } catch (error) {
    if (codeOf(error) === NOT_FOUND) return false;
    throw error;
  }
}

async function makeNamespace(connection: Connected, namespace: string): Promise<void> {
  const workflowExecutionRetentionPeriod = msToTs(RETENTION);
  const wanted = { namespace, workflowExecutionRetentionPeriod };
  try {
    await inTime(connection, () => connection.workflowService.registerNamespace(wanted));
  } catch (error) {
    // Another worker was faster.
    if (codeOf(error) !== ALREADY_EXISTS) throw error;
  }
}

async function inTime<T>(connection: Connected, act: () => Promise<T>): Promise<T> {
  return await connection.withDeadline(Date.now() + DEADLINE_MS, act);
}

function codeOf(error: unknown): number | null {
  return isGrpcServiceError(error) ? error.code : null;
}
