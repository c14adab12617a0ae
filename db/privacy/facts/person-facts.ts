import { given, inOrderOf } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { ReadFacts } from "./read-facts.ts";

// The account, and its sign-ins. Hashes of addresses and devices are omitted, because they mean nothing to the
// person.

/** The account with its contacts. */
export const readAccount: ReadFacts = (tx, { userId, afterId }) =>
  tables(tx)
    .selectFrom("appUser")
    .where("id", "=", userId)
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "displayName", "primaryEmail", "primaryPhone", "status", "roles", "createdAt"])
    .execute();

/** Profile that a client entered. */
export const readClientProfile: ReadFacts = (tx, { userId, afterId }) =>
  tables(tx)
    .selectFrom("clientProfile")
    .where("userId", "=", userId)
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "displayName", "birthDate", "heightCm", "goal", "timezone", "locale"])
    .select(["onboardingStatus", "privacySettings", "createdAt", "updatedAt"])
    .execute();

/** Profile that a coach entered. */
export const readCoachProfile: ReadFacts = (tx, { userId, afterId }) =>
  tables(tx)
    .selectFrom("coachProfile")
    .where("userId", "=", userId)
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "publicHandle", "bio", "timezone", "locale", "onboardingStatus"])
    .select(["createdAt", "updatedAt"])
    .execute();

/** Sign-ins, unlinked ones too. */
export const readSignIns: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("authIdentity")
    .where("userId", "=", userId)
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "provider", "subject", "emailVerified", "phoneVerified"])
    .select(["createdAt", "lastLoginAt", "unlinkedAt"])
    .orderBy(({ ref }) => inOrderOf(ref("id")))
    .limit(limit)
    .execute();

/** Sessions of every app. */
export const readSessions: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("appSession")
    .where("userId", "=", userId)
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "surface", "appVersion", "network", "startedAt", "lastSeenAt"])
    .select(["revokedAt", "revokedFor"])
    .orderBy(({ ref }) => inOrderOf(ref("id")))
    .limit(limit)
    .execute();

/** Phones that synced. */
export const readDevices: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("device")
    .where("userId", "=", userId)
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "platform", "osVersion", "model", "appVersion", "status"])
    .select(["createdAt", "revokedAt"])
    .orderBy(({ ref }) => inOrderOf(ref("id")))
    .limit(limit)
    .execute();

/** The accepted legal texts, and when. */
export const readConsents: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("termsAcceptance")
    .where("userId", "=", userId)
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "termsVersion", "privacyVersion", "acceptedAt"])
    .orderBy(({ ref }) => inOrderOf(ref("id")))
    .limit(limit)
    .execute();

/** Notification settings of the person. */
export const readNotificationSettings: ReadFacts = (tx, { userId, afterId }) =>
  tables(tx)
    .selectFrom("notificationPreference")
    .where("userId", "=", userId)
    .where((eb) => given(afterId, (id) => eb("userId", ">", id)))
    .select(["userId as id", "mutedCategories", "pushEnabled", "mailEnabled"])
    .select(["quietFromMinute", "quietUntilMinute", "updatedAt"])
    .execute();

/** Notifications to the person, with the reasons for those suppressed. */
export const readNotifications: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("notification")
    .where("recipientUserId", "=", userId)
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "category", "outcome", "reason", "channels", "localDate", "decidedAt"])
    .orderBy(({ ref }) => inOrderOf(ref("id")))
    .limit(limit)
    .execute();
