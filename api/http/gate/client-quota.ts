/** The quota of one client key. */
export interface ClientQuota {
  /** Concurrent requests. */
  readonly underWay: number;
  /** Requests a second on average. */
  readonly perSecond: number;
  /** Requests that may come at once after a pause. */
  readonly burst: number;
}

/**
 * Quotas per client key in all processes together (docs/rooms/wire.md#fair-use). The client key of a person or of staff is the
 * issuer and subject of their token, that of a service its client. Requests of the identity provider, and those without
 * a valid token, count by address. Transfers, video requests and long polls have separate quotas: they take long, and
 * videos also spend a paid quota.
 */
export const CLIENT_QUOTAS = {
  person: { underWay: 20, perSecond: 50, burst: 100 },
  staff: { underWay: 40, perSecond: 100, burst: 400 },
  service: { underWay: 10, perSecond: 20, burst: 40 },
  address: { underWay: 20, perSecond: 50, burst: 100 },
  provider: { underWay: 40, perSecond: 100, burst: 1000 },
  transfer: { underWay: 20, perSecond: 50, burst: 200 },
  media: { underWay: 4, perSecond: 1, burst: 10 },
  poll: { underWay: 10, perSecond: 10, burst: 50 },
} as const satisfies Record<string, ClientQuota>;

/** The kind of client key that a request counts under. */
export type ClientKind = keyof typeof CLIENT_QUOTAS;
export type ClientQuotas = Readonly<Record<ClientKind, ClientQuota>>;

/**
 * The part of a quota that one of several processes grants. Processes share no counters: the proxy spreads the requests
 * of one sender over them. Whole requests are rounded up, so that each process admits at least one.
 */
export function partOfQuota(
  { underWay, perSecond, burst }: ClientQuota,
  processes: number,
): ClientQuota {
  return {
    underWay: Math.ceil(underWay / processes),
    perSecond: perSecond / processes,
    burst: Math.ceil(burst / processes),
  };
}
