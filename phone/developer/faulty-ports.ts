import type { Clock } from "../../device/ports/clock.ts";
import type { Http, HttpOutcome, HttpRequest } from "../../device/ports/http.ts";
import type { SignIn } from "../../device/ports/sign-in.ts";
import type { FaultChannel } from "./faults.ts";

/** The ports of the library with the faults of the developer switches. The library does not know about them. */
export function faultyPorts<Whole extends FaultablePorts>(
  ports: Whole,
  channel: FaultChannel,
): Whole {
  return {
    ...ports,
    http: faultyHttp(ports.http, channel),
    signIn: faultySignIn(ports.signIn, channel),
    clock: faultyClock(ports.clock, channel),
  };
}

/** The ports that may be faulty. */
interface FaultablePorts {
  readonly http: Http;
  readonly signIn: SignIn;
  readonly clock: Clock;
}

function faultyHttp(http: Http, channel: FaultChannel): Http {
  return {
    async send(request) {
      if (channel.read().airplane) return NOT_SENT;
      const outcome = await http.send(request);
      // This also drops an answer that was in transit when the switch was turned.
      if (channel.read().airplane) return CUT_OFF;
      return losesAnswer(request, channel) ? CUT_OFF : outcome;
    },
  };
}

/** Airplane mode also cuts off the identity provider. */
function faultySignIn(signIn: SignIn, channel: FaultChannel): SignIn {
  return {
    renew: async (refreshToken) =>
      channel.read().airplane ? "SILENT" : await signIn.renew(refreshToken),
  };
}

/** A wrong clock has a constant offset; durations stay right, as on a phone. */
function faultyClock(clock: Clock, channel: FaultChannel): Clock {
  return {
    now: () => clock.now() + channel.read().clockOffsetMs,
    monotonic: () => clock.monotonic(),
    after: (ms, callback) => clock.after(ms, callback),
  };
}

const NOT_SENT: HttpOutcome = { kind: "SILENCE", reason: "NOT_SENT" };
const CUT_OFF: HttpOutcome = { kind: "SILENCE", reason: "CUT_OFF" };

/** Whether this answer is the one to lose: that of the next batch. */
function losesAnswer({ method, path }: HttpRequest, channel: FaultChannel): boolean {
  const faults = channel.read();
  const isBatch = method === "POST" && path.split("?")[0]?.endsWith("/sync") === true;
  if (!faults.loseAnswer || !isBatch) return false;
  channel.set({ ...faults, loseAnswer: false });
  return true;
}
