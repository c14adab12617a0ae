import { Refusal } from "../../../contract/refusal.ts";

/** Room for bodies under way, in bytes as they are sent. Read, judged and answered, one takes up to 25 times as much. */
export interface BodyRoom {
  /** For all large bodies of the process. */
  readonly inAll: number;
  /** For those of one caller: the others find room, whatever one sends. */
  readonly ofOne: number;
  /** A body is large beyond this; smaller ones ask nobody. */
  readonly largeFrom: number;
}

/** Of an API with a heap of 1 GB (docs/rooms/wire.md#body-limits). */
const BODY_ROOM: BodyRoom = {
  inAll: 16 * 1024 * 1024,
  ofOne: 4 * 1024 * 1024,
  largeFrom: 64 * 1024,
};

/** What one request holds of the room, until it is answered. */
export interface BodyHold {
  /** Asks for room for so many bytes more. @throws Refusal UNAVAILABLE with Retry-After. */
  take(bytes: number): void;
  release(): void;
}

/** The room of one process. */
export interface BodyBudget {
  /** @param caller whose body it is, in any spelling that tells callers apart. */
  open(caller: string): BodyHold;
  /** Bytes held at the moment. */
  held(): number;
}

/** Seconds after which there is room again, most likely. */
const RETRY_SECONDS = 2;

/** An empty room. */
export function openBodyBudget(room: BodyRoom = BODY_ROOM): BodyBudget {
  const byCaller = new Map<string, number>();
  let inAll = 0;
  const change = (caller: string, bytes: number) => {
    inAll += bytes;
    const own = (byCaller.get(caller) ?? 0) + bytes;
    if (own > 0) byCaller.set(caller, own);
    else byCaller.delete(caller);
  };
  return {
    held: () => inAll,
    open(caller) {
      let [read, held] = [0, 0];
      return {
        take(bytes) {
          read += bytes;
          const wanted = read > room.largeFrom ? read - held : 0;
          const ofOne = (byCaller.get(caller) ?? 0) + wanted;
          if (wanted > 0 && (inAll + wanted > room.inAll || ofOne > room.ofOne))
            throw new Refusal("UNAVAILABLE", { retryAfterSeconds: RETRY_SECONDS });
          change(caller, wanted);
          held += wanted;
        },
        release() {
          change(caller, -held);
          held = 0;
        },
      };
    },
  };
}
