import { given, inOrderOf } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";
import type { ReadFacts } from "./read-facts.ts";

// What an account is, and how it is signed in to. Hashes of addresses and devices say nothing to their person.

/** The account with its contacts. */
export const readAccount: ReadFacts = (tx, { userId, afterId }) =>
  tables(tx)
    .selectFrom("appUser")
    .where("id", "=", userId)
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "displayName", "primaryEmail", "primaryPhone", "status", "roles", "createdAt"])
    .execute();

/** What a client told of themselves. */
export const readClientProfile: ReadFacts = (tx, { userId, afterId }) =>
  tables(tx)
    .selectFrom("clientProfile")
    .where("userId", "=", userId)
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "displayName", "birthDate", "heightCm", "goal", "timezone", "locale"])
    .select(["onboardingStatus", "privacySettings", "createdAt", "updatedAt"])
    .execute();

/** What a coach told of themselves. */
export const readCoachProfile: ReadFacts = (tx, { userId, afterId }) =>
  tables(tx)
    .selectFrom("coachProfile")
    .where("userId", "=", userId)
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "publicHandle", "bio", "timezone", "locale", "onboardingStatus"])
    .select(["createdAt", "updatedAt"])
    .execute();

/** Sign-ins, those that were unlinked too. */
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
    .select(["id", "platform", "osVersion", "appVersion", "status", "createdAt", "revokedAt"])
    .orderBy(({ ref }) => inOrderOf(ref("id")))
    .limit(limit)
    .execute();

/** Which legal texts were accepted, and when. */
export const readConsents: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("termsAcceptance")
    .where("userId", "=", userId)
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "termsVersion", "privacyVersion", "acceptedAt"])
    .orderBy(({ ref }) => inOrderOf(ref("id")))
    .limit(limit)
    .execute();

/** How the person wants to be told of things. */
export const readNotificationSettings: ReadFacts = (tx, { userId, afterId }) =>
  tables(tx)
    .selectFrom("notificationPreference")
    .where("userId", "=", userId)
    .where((eb) => given(afterId, (id) => eb("userId", ">", id)))
    .select(["userId as id", "mutedCategories", "pushEnabled", "mailEnabled"])
    .select(["quietFromMinute", "quietUntilMinute", "updatedAt"])
    .execute();

/** What the person was told of, or why not. */
export const readNotifications: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("notification")
    .where("recipientUserId", "=", userId)
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "category", "outcome", "reason", "channels", "localDate", "decidedAt"])
    .orderBy(({ ref }) => inOrderOf(ref("id")))
    .limit(limit)
    .execute();
