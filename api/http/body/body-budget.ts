import { Refusal } from "../../../contract/refusal.ts";

/** The budget of one process. */
export interface BodyBudget {
  /** @param caller owner of the body; any text that differs between callers. */
  open(caller: string): BodyReservation;
  /** Bytes reserved at the moment. */
  reserved(): number;
}

/**
 * Memory budget for request bodies, in bytes as sent. Reading, judging and answering one takes up to 25 times as
 * much.
 */
export interface BodyRoom {
  /** For all large bodies of the process. */
  readonly inAll: number;
  /** For those of one caller, so that the others always find room. */
  readonly ofOne: number;
  /** A body is large beyond this; smaller ones need no reservation. */
  readonly largeFrom: number;
}

/** For an API with a heap of 1 GB (docs/rooms/wire.md#body-limits). */
const BODY_ROOM: BodyRoom = {
  inAll: 16 * 1024 * 1024,
  ofOne: 4 * 1024 * 1024,
  largeFrom: 64 * 1024,
};

/** The reservation of one request, until it is answered. */
export interface BodyReservation {
  /** Reserves more bytes. @throws Refusal UNAVAILABLE with Retry-After. */
  take(bytes: number): void;
  release(): void;
}

/** Seconds after which there is most likely room again. */
const RETRY_SECONDS = 2;

/** An unused budget. */
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
    reserved: () => inAll,
    open(caller) {
      let [read, reserved] = [0, 0];
      return {
        take(bytes) {
          read += bytes;
          const wanted = read > room.largeFrom ? read - reserved : 0;
          const ofOne = (byCaller.get(caller) ?? 0) + wanted;
          if (wanted > 0 && (inAll + wanted > room.inAll || ofOne > room.ofOne))
            throw new Refusal("UNAVAILABLE", { retryAfterSeconds: RETRY_SECONDS });
          change(caller, wanted);
          reserved += wanted;
        },
        release() {
          change(caller, -reserved);
          reserved = 0;
        },
      };
    },
  };
}
