import { AsyncLocalStorage } from "node:async_hooks";
import { Connection, type ConnectionLike, isGrpcDeadlineError } from "@temporalio/client";
import { connectionOptions, type TemporalServer } from "./temporal-options.ts";

/**
 * A connection to Temporal that is replaced if a call times out. On a link that died silently every further call
 * would wait in vain. Nothing else gives up a connection that never finishes connecting.
 */
export function openTemporalLink(server: TemporalServer): ConnectionLike {
  const deadlines = new AsyncLocalStorage<number | Date>();
  // Lazy, so that an unavailable Temporal does not delay the start; without interceptors, so without retries.
  const open = () => Connection.lazy({ ...connectionOptions(server), ...LINK });
  let current = open();
  const renew = (dead: Connection) => {
    if (dead !== current) return;
    current = open();
    setTimeout(() => void dead.close(), GRACE_MS).unref();
  };
  const call = async (act: (connection: Connection) => unknown): Promise<unknown> => {
    const used = current;
    const deadline = deadlines.getStore() ?? Date.now() + DEADLINE_MS;
    try {
      return await used.withDeadline(deadline, async () => await act(used));
    } catch (error) {
      if (isGrpcDeadlineError(error)) renew(used);
      throw error;
    }
  };
  return {
    workflowService: calling(current.workflowService, (name, sent) =>
      call(({ workflowService }) => invoke(workflowService, name, sent)),
    ),
    operatorService: calling(current.operatorService, (name, sent) =>
      call(({ operatorService }) => invoke(operatorService, name, sent)),
    ),
    plugins: [],
    ensureConnected: () => current.ensureConnected(),
    withDeadline: (deadline, act) => deadlines.run(deadline, act),
    withMetadata: (metadata, act) => current.withMetadata(metadata, act),
    withAbortSignal: (signal, act) => current.withAbortSignal(signal, act),
    close: () => current.close(),
  };
}

/** For calls without a deadline of their own; the server ends long polls well before. */
const DEADLINE_MS = 60_000;

/** How long a replaced connection is kept for the calls still using it. */
const GRACE_MS = 10_000;

/**
 * How a connection detects that it is dead, and how soon another is tried. The server allows one ping in 10 s. The
 * library's default would stay disconnected for two minutes after a long outage.
 */
const CHANNEL = {
  // Otherwise a new connection reuses the old one: a process shares all connections to one address.
  "grpc.use_local_subchannel_pool": 1,
  "grpc.keepalive_time_ms": 11_000,
  "grpc.keepalive_timeout_ms": 3_000,
  "grpc.initial_reconnect_backoff_ms": 200,
  "grpc.max_reconnect_backoff_ms": 1_000,
};

const LINK = { interceptors: [], connectTimeout: 2_000, channelArgs: CHANNEL };

/** A proxy of a stub that routes each call through `call`. */
function calling<Stub extends object>(
  stub: Stub,
  call: (name: PropertyKey, sent: readonly unknown[]) => unknown,
): Stub {
  return new Proxy(stub, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...sent: readonly unknown[]) => call(name, sent);
    },
  });
}

function invoke(stub: object, name: PropertyKey, sent: readonly unknown[]): unknown {
  const member: unknown = Reflect.get(stub, name);
  if (typeof member !== "function") throw new TypeError(`Temporal has no call ${String(name)}`);
  return Reflect.apply(member, stub, [...sent]);
}
