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

const quota = (clientKind: ClientKind) =>
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
    .default(CLIENT_QUOTAS[clientKind]);

const limit = () => wholeNumber(1, 100_000).optional();

/** The variables of the gate before all routes. */
export const GateFields = {
  ALLOWANCE_PERSON: quota("person"),
  ALLOWANCE_STAFF: quota("staff"),
  ALLOWANCE_SERVICE: quota("service"),
  ALLOWANCE_ADDRESS: quota("address"),
  ALLOWANCE_PROVIDER: quota("provider"),
  ALLOWANCE_TRANSFER: quota("transfer"),
  ALLOWANCE_POLL: quota("poll"),
  ALLOWANCE_MEDIA: quota("media"),
  SHARE_SIGN_OUT: limit(),
  SHARE_READ: limit(),
  SHARE_SYNC: limit(),
  SHARE_TRANSFER: limit(),
  SHARE_POLL: limit(),
  SHARE_MEDIA: limit(),
  SHARE_FILE: limit(),
  SHARE_OTHER: limit(),
};

type GateVariables = z.output<z.ZodObject<typeof GateFields>>;

/** The quotas of client keys. */
export function readQuotas(read: GateVariables): ClientQuotas {
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
export function readConcurrencyLimits(read: GateVariables): Partial<ConcurrencyLimits> {
  const limits: Partial<Record<Traffic, number>> = {};
  for (const traffic of TRAFFIC) {
    const places = read[`SHARE_${traffic}`];
    if (places !== undefined) limits[traffic] = places;
  }
  return limits;
}
