import * as z from "zod";
import {
  type ClientQuota,
  CLIENT_QUOTAS,
  type ClientQuotas,
  type ClientKind,
  partOfQuota,
} from "../../../api/http/gate/client-quota.ts";
import {
  type ConcurrencyLimits,
  concurrencyLimitsOf,
} from "../../../api/http/gate/concurrency-limits.ts";
import { TRAFFIC, type Traffic } from "../../../api/http/gate/traffic.ts";
import { wholeNumber } from "../environment.ts";
import { settingNotes } from "../setting-notes.ts";

/** With more, rounding up would grant a person more requests in flight than the quota. */
const MOST_PROCESSES = CLIENT_QUOTAS.person.underWay;

const FORM = /^(\d{1,6}),(\d{1,6}),(\d{1,6})$/;

const quota = (clientKind: ClientKind, whose: string) =>
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
    .default(CLIENT_QUOTAS[clientKind])
    .register(settingNotes, {
      meaning: `Quota of ${whose}; beyond it, 429.`,
      written: writtenQuota(CLIENT_QUOTAS[clientKind]),
      unit: "requests in flight,a second,burst",
      readers: ["api"],
    });

const writtenQuota = ({ underWay, perSecond, burst }: ClientQuota) =>
  [underWay, perSecond, burst].join(",");

const limit = (traffic: Traffic, what: string) =>
  wholeNumber(1, 100_000)
    .optional()
    .register(settingNotes, {
      meaning: `Limit per process of ${what}; beyond it, 503.`,
      usual: usualShare(traffic),
      unit: "requests in flight",
      readers: ["api"],
    });

const usualShare = (traffic: Traffic) => {
  const { [traffic]: times } = concurrencyLimitsOf(1);
  return times === 1 ? "DATABASE_POOL_SIZE" : `${times} times DATABASE_POOL_SIZE`;
};

/** The variables of the gate before all routes. */
export const GateFields = {
  API_PROCESSES: wholeNumber(1, MOST_PROCESSES)
    .default(1)
    .register(settingNotes, {
      meaning:
        "Number of API processes behind one address. Each grants this part of a quota, so that a sender's total stays the same.",
      unit: "processes",
      readers: ["api"],
    }),
  ALLOWANCE_PERSON: quota("person", "one person, identified by the token"),
  ALLOWANCE_STAFF: quota("staff", "one coach or operator"),
  ALLOWANCE_SERVICE: quota("service", "one service, identified by its token"),
  ALLOWANCE_ADDRESS: quota("address", "one address without a valid token"),
  ALLOWANCE_PROVIDER: quota("provider", "the identity provider"),
  ALLOWANCE_TRANSFER: quota("transfer", "one person for bytes of files"),
  ALLOWANCE_POLL: quota("poll", "one person for long polls"),
  ALLOWANCE_MEDIA: quota("media", "one person for videos of exercises"),
  SHARE_SIGN_OUT: limit("SIGN_OUT", "requests that end sessions or forget devices"),
  SHARE_READ: limit("READ", "reads"),
  SHARE_SYNC: limit("SYNC", "batches"),
  SHARE_TRANSFER: limit("TRANSFER", "uploads and downloads"),
  SHARE_POLL: limit("POLL", "long polls"),
  SHARE_MEDIA: limit("MEDIA", "requests for videos"),
  SHARE_FILE: limit("FILE", "files with invitations"),
  SHARE_OTHER: limit("OTHER", "all other requests"),
};

type GateVariables = z.output<z.ZodObject<typeof GateFields>>;

/** The quotas of client keys in one of the processes. */
export function readQuotas(read: GateVariables): ClientQuotas {
  const partOf = (whole: ClientQuota) => partOfQuota(whole, read.API_PROCESSES);
  return {
    person: partOf(read.ALLOWANCE_PERSON),
    staff: partOf(read.ALLOWANCE_STAFF),
    service: partOf(read.ALLOWANCE_SERVICE),
    address: partOf(read.ALLOWANCE_ADDRESS),
    provider: partOf(read.ALLOWANCE_PROVIDER),
    transfer: partOf(read.ALLOWANCE_TRANSFER),
    poll: partOf(read.ALLOWANCE_POLL),
    media: partOf(read.ALLOWANCE_MEDIA),
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
