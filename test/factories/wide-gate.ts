import { concurrencyLimitsOf } from "../../api/http/gate/concurrency-limits.ts";
import type { ClientQuota, ClientQuotas } from "../../api/http/gate/client-quota.ts";

const wide: ClientQuota = { underWay: 1_000, perSecond: 10_000, burst: 100_000 };
const quotas: ClientQuotas = {
  person: wide,
  staff: wide,
  service: wide,
  address: wide,
  provider: wide,
  transfer: wide,
  poll: wide,
  media: wide,
};

/** A gate for tests that send thousands of requests as one person from one address; other tests cover the quotas. */
export const wideGate = { quotas, shares: concurrencyLimitsOf(200) };
