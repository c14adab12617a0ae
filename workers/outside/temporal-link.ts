import { AsyncLocalStorage } from "node:async_hooks";
import { Connection, type ConnectionLike, isGrpcDeadlineError } from "@temporalio/client";

/** For calls whose caller sets none; long polls of the server end well before. */
const DEADLINE_MS = 60_000;

/** So long a connection that was given up is kept for the calls that are still on it. */
const GRACE_MS = 10_000;

/**
 * How a connection finds out by itself that it is dead, and how soon another is tried. The server's patience
 * with pings is one in 10 s; the library would stay away for two minutes after a long outage.
 */
const CHANNEL = {
  // Otherwise a connection that is made anew is the former one: all of a process share those to one address.
  "grpc.use_local_subchannel_pool": 1,
  "grpc.keepalive_time_ms": 11_000,
  "grpc.keepalive_timeout_ms": 3_000,
  "grpc.initial_reconnect_backoff_ms": 200,
  "grpc.max_reconnect_backoff_ms": 1_000,
};

/**
 * A connection to Temporal that is made anew when a call had no answer in time: on a link that died without a
 * word every further call would wait in vain, and one that never finished connecting is given up by nobody else.
 */
export function openTemporalLink(address: string): ConnectionLike {
  const deadlines = new AsyncLocalStorage<number | Date>();
  // Lazy, so that a Temporal that is away delays no start; without interceptors, so without retries.
  const open = () =>
    Connection.lazy({ address, interceptors: [], connectTimeout: 2_000, channelArgs: CHANNEL });
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

/** What makes calls like this one, each of whose calls goes another way. */
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
  if (typeof member !== "function") throw new TypeError(`Temporal knows no call ${String(name)}`);
  return Reflect.apply(member, stub, [...sent]);
}
