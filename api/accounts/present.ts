import type { z } from "zod";
import type {
  appSessionSchema,
  coachProfileSchema,
  userSchema,
} from "../../contract/accounts/schema.ts";
import type { AppSessionRow, CoachProfileRow, UserRow } from "../../db/accounts/context-types.ts";

/** A user's own view. */
export function presentUser(user: UserRow): z.output<typeof userSchema> {
  const { id, displayName, primaryEmail, primaryPhone, status, createdAt } = user;
  return { userId: id, displayName, primaryEmail, primaryPhone, status, createdAt };
}

/** A coach's profile. */
export function presentCoachProfile(profile: CoachProfileRow): z.output<typeof coachProfileSchema> {
  const { publicHandle, bio, timezone, locale } = profile;
  return { publicHandle, bio, timezone, locale };
}

/** An app session for its user. */
export function presentAppSession(session: AppSessionRow): z.output<typeof appSessionSchema> {
  const { id, surface, startedAt, lastSeenAt } = session;
  return { sessionId: id, clientApp: surface, startedAt, lastSeenAt };
}
