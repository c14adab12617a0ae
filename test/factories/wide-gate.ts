import { sharesOf } from "../../api/http/gate/shares.ts";
import type { Allowance, Allowances } from "../../api/http/gate/allowance.ts";

const wide: Allowance = { underWay: 1_000, perSecond: 10_000, burst: 100_000 };
const allowances: Allowances = {
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
export const wideGate = { allowances, shares: sharesOf(200) };
