import { INVITATION_DAYS, VALIDATION_MINUTES } from "../../contract/invitations/vocabulary.ts";

/** When an invitation made or resent at `now` closes. */
export function invitationExpiry(now: Date): Date {
  return new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * When an invitation is sent that has this many ahead of it. Days fill one after the other, the first a day from now.
 *
 * @param perDay how many are sent in a day.
 */
export function scheduledFor(
  { before, perDay }: { readonly before: number; readonly perDay: number },
  now: Date,
): Date {
  return new Date(now.getTime() + (Math.floor(before / perDay) + 1) * DAY_MS);
}

/** Until when an invitation validated at `now` allows registration. */
export function validationExpiry(now: Date): Date {
  return new Date(now.getTime() + VALIDATION_MINUTES * MINUTE_MS);
}
