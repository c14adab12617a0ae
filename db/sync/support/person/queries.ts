import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder } from "kysely";
import { MOST_OF_PERSON } from "../../../../contract/sync/support/person-schema.ts";
import { instantText, jsonList, jsonObject } from "../../../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../../../tables.ts";

/** The records of a person, newest first, as support sees them; instants are RFC 3339. */
export type PersonBelongings = Awaited<ReturnType<typeof getPersonBelongings>>;

const { selectFrom } = expressionBuilder<Tables>();

function membershipsOf(userId: string) {
  const rows = selectFrom("workspaceMembership as m")
    .innerJoin("coachWorkspace as w", "w.id", "m.workspaceId")
    .where("m.userId", "=", userId)
    .orderBy("m.id", "desc")
    .limit(MOST_OF_PERSON)
    .select(({ ref }) =>
      jsonObject({
        workspaceId: ref("m.workspaceId"),
        workspaceStatus: ref("w.status"),
        role: ref("m.role"),
        status: ref("m.status"),
        joinedAt: instantText(ref("m.joinedAt")),
        endedAt: instantText(ref("m.endedAt")),
      }).as("entry"),
    );
  return jsonList(rows);
}

function relationshipsOf(userId: string) {
  const rows = selectFrom("relationship as r")
    .where("r.clientUserId", "=", userId)
    .orderBy("r.id", "desc")
    .limit(MOST_OF_PERSON)
    .select(({ ref }) =>
      jsonObject({
        relationshipId: ref("r.id"),
        workspaceId: ref("r.workspaceId"),
        coachUserId: ref("r.coachUserId"),
        status: ref("r.status"),
        startedAt: instantText(ref("r.startedAt")),
        endedAt: instantText(ref("r.endedAt")),
      }).as("entry"),
    );
  return jsonList(rows);
}

function devicesOf(userId: string) {
  const rows = selectFrom("device as d")
    .innerJoin("deviceLineage as l", "l.id", "d.lineageId")
    .leftJoin("deviceSeen as s", "s.deviceId", "d.id")
    .where("d.userId", "=", userId)
    .orderBy("d.id", "desc")
    .limit(MOST_OF_PERSON)
    .select(({ ref }) =>
      jsonObject({
        deviceId: ref("d.id"),
        appSurface: ref("l.appSurface"),
        platform: ref("d.platform"),
        appVersion: ref("d.appVersion"),
        status: ref("d.status"),
        createdAt: instantText(ref("d.createdAt")),
        lastSuccessfulSyncAt: instantText(ref("s.lastSyncAt")),
      }).as("entry"),
    );
  return jsonList(rows);
}

function mailsTo(userId: string) {
  const rows = selectFrom("notification as n")
    .innerJoin("notificationDelivery as d", "d.notificationId", "n.id")
    .where("n.recipientUserId", "=", userId)
    .where("d.channel", "=", "MAIL")
    .orderBy("n.id", "desc")
    .limit(MOST_OF_PERSON)
    .select(({ ref }) =>
      jsonObject({
        category: ref("n.category"),
        status: ref("d.status"),
        attempts: ref("d.attempts"),
        failureCode: ref("d.failureCode"),
        decidedAt: instantText(ref("n.decidedAt")),
        sentAt: instantText(ref("d.sentAt")),
      }).as("entry"),
    );
  return jsonList(rows);
}

function emailsAbout(userId: string) {
  const rows = selectFrom("letter as l")
    .where("l.userId", "=", userId)
    .orderBy("l.eventId", "desc")
    .limit(MOST_OF_PERSON)
    .select(({ ref }) =>
      jsonObject({
        type: ref("l.type"),
        status: ref("l.status"),
        attempts: ref("l.attempts"),
        failureCode: ref("l.failureCode"),
        askedAt: instantText(ref("l.createdAt")),
        triedAt: instantText(ref("l.triedAt")),
      }).as("entry"),
    );
  return jsonList(rows);
}

function signInsOf(userId: string) {
  const rows = selectFrom("authIdentity as i")
    .where("i.userId", "=", userId)
    .orderBy("i.id", "desc")
    .limit(MOST_OF_PERSON)
    .select(({ ref }) =>
      jsonObject({
        identityId: ref("i.id"),
        provider: ref("i.provider"),
        linkedAt: instantText(ref("i.createdAt")),
        lastLoginAt: instantText(ref("i.lastLoginAt")),
        unlinkedAt: instantText(ref("i.unlinkedAt")),
      }).as("entry"),
    );
  return jsonList(rows);
}

function sessionsOf(userId: string) {
  const rows = selectFrom("appSession as s")
    .where("s.userId", "=", userId)
    .orderBy("s.id", "desc")
    .limit(MOST_OF_PERSON)
    .select(({ ref }) =>
      jsonObject({
        sessionId: ref("s.id"),
        identityId: ref("s.identityId"),
        clientApp: ref("s.surface"),
        appVersion: ref("s.appVersion"),
        startedAt: instantText(ref("s.startedAt")),
        lastSeenAt: instantText(ref("s.lastSeenAt")),
        revokedAt: instantText(ref("s.revokedAt")),
        revokedFor: ref("s.revokedFor"),
      }).as("entry"),
    );
  return jsonList(rows);
}

function onboardingsOf(userId: string) {
  const rows = selectFrom("onboardingInstance as o")
    .innerJoin("relationship as r", "r.id", "o.relationshipId")
    .where("r.clientUserId", "=", userId)
    .orderBy("o.id", "desc")
    .limit(MOST_OF_PERSON)
    .select(({ ref }) =>
      jsonObject({
        instanceId: ref("o.id"),
        relationshipId: ref("o.relationshipId"),
        status: ref("o.status"),
      }).as("entry"),
    );
  return jsonList(rows);
}

/** The records of an existing person, in one statement. */
export async function getPersonBelongings(em: SqlEntityManager, userId: string) {
  return await tables(em)
    .selectNoFrom([
      membershipsOf(userId).as("workspaces"),
      relationshipsOf(userId).as("relationships"),
      devicesOf(userId).as("devices"),
      mailsTo(userId).as("mails"),
      emailsAbout(userId).as("letters"),
      signInsOf(userId).as("signIns"),
      sessionsOf(userId).as("sessions"),
      onboardingsOf(userId).as("onboarding"),
    ])
    .executeTakeFirstOrThrow();
}
