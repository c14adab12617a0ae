/** How much one sender may ask for. */
export interface Allowance {
  /** Requests under way at once. */
  readonly underWay: number;
  /** Requests a second, on average. */
  readonly perSecond: number;
  /** Requests that may come at once after a pause. */
  readonly burst: number;
}

/**
 * What each sender may ask of one process (docs/rooms/wire.md#fair-use): a person by their token, staff
 * likewise, a service by its client, the identity provider and requests without a good token by their address. Bytes of files,
 * videos that are asked for and waiting requests are counted by themselves, for they last.
 */
export const ALLOWANCES = {
  person: { underWay: 20, perSecond: 50, burst: 100 },
  staff: { underWay: 40, perSecond: 100, burst: 400 },
  service: { underWay: 10, perSecond: 20, burst: 40 },
  address: { underWay: 20, perSecond: 50, burst: 100 },
  provider: { underWay: 40, perSecond: 100, burst: 1000 },
  transfer: { underWay: 20, perSecond: 50, burst: 200 },
  media: { underWay: 4, perSecond: 1, burst: 10 },
  poll: { underWay: 10, perSecond: 10, burst: 50 },
} as const satisfies Record<string, Allowance>;

/** Whose count a request is. */
export type Sender = keyof typeof ALLOWANCES;
export type Allowances = Readonly<Record<Sender, Allowance>>;
