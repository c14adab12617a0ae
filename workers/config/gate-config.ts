import * as z from "zod";
import {
  type ClientQuota,
  CLIENT_QUOTAS,
  type ClientQuotas,
  type ClientKind,
} from "../../api/http/gate/client-quota.ts";
import type { ConcurrencyLimits } from "../../api/http/gate/concurrency-limits.ts";
import { TRAFFIC, type Traffic } from "../../api/http/gate/traffic.ts";
import { wholeNumber } from "./environment.ts";

const FORM = /^(\d{1,6}),(\d{1,6}),(\d{1,6})$/;

const allowance = (sender: ClientKind) =>
  z
    .string()
    .transform((text, ctx): ClientQuota => {
      const numbers = (FORM.exec(text) ?? []).slice(1).map(Number);
      const [underWay = 0, perSecond = 0, burst = 0] = numbers;
      if (Math.min(underWay, perSecond, burst) < 1) {
        ctx.addIssue("has to be three numbers above 0: concurrent,per second,burst");
      }
      return { underWay, perSecond, burst };
    })
    .default(CLIENT_QUOTAS[sender]);

const share = () => wholeNumber(1, 100_000).optional();

/** The variables of the gate before all routes. */
export const GateFields = {
  ALLOWANCE_PERSON: allowance("person"),
  ALLOWANCE_STAFF: allowance("staff"),
  ALLOWANCE_SERVICE: allowance("service"),
  ALLOWANCE_ADDRESS: allowance("address"),
  ALLOWANCE_PROVIDER: allowance("provider"),
  ALLOWANCE_TRANSFER: allowance("transfer"),
  ALLOWANCE_POLL: allowance("poll"),
  ALLOWANCE_MEDIA: allowance("media"),
  SHARE_SIGN_OUT: share(),
  SHARE_READ: share(),
  SHARE_SYNC: share(),
  SHARE_TRANSFER: share(),
  SHARE_POLL: share(),
  SHARE_MEDIA: share(),
  SHARE_FILE: share(),
  SHARE_OTHER: share(),
};

type GateVariables = z.output<z.ZodObject<typeof GateFields>>;

/** The quotas of client keys. */
export function readAllowances(read: GateVariables): ClientQuotas {
  return {
    person: read.ALLOWANCE_PERSON,
    staff: read.ALLOWANCE_STAFF,
    service: read.ALLOWANCE_SERVICE,
    address: read.ALLOWANCE_ADDRESS,
    provider: read.ALLOWANCE_PROVIDER,
    transfer: read.ALLOWANCE_TRANSFER,
    poll: read.ALLOWANCE_POLL,
    media: read.ALLOWANCE_MEDIA,
  };
}

/** The configured concurrency limits. */
export function readShares(read: GateVariables): Partial<ConcurrencyLimits> {
  const shares: Partial<Record<Traffic, number>> = {};
  for (const traffic of TRAFFIC) {
    const places = read[`SHARE_${traffic}`];
    if (places !== undefined) shares[traffic] = places;
  }
  return shares;
}
