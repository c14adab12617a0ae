import { expect, test } from "@jest/globals";
import { sql } from "kysely";
import { grantSupport } from "../../../activities/accounts/support/grant-support.ts";
import { saveInboxPreferences } from "../../../activities/inbox/save-inbox-preferences.ts";
import { DEFAULT_INBOX_PREFERENCES } from "../../../contract/inbox/schema.ts";
import { putWithheld } from "../../../db/agenda/withheld/put-withheld.ts";
import { claimProviderLogout } from "../../../db/accounts/sessions/claim-provider-logout.ts";
import { writeIntegration } from "../../../db/exercises/catalogue/write-integration.ts";
import { putAllowances } from "../../../db/exercises/media/lock-media-quota.ts";
import { endAccess, writeAccess } from "../../../db/exercises/media/write-access.ts";
import { saveReadMark } from "../../../db/inbox/views/write-read-mark.ts";
import { claimDigest } from "../../../db/inbox/digest/list-digest-places.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { writePreference } from "../../../db/notifications/write-preference.ts";
import { retainProviderRows } from "../../../db/providers/retain-provider-rows.ts";
import { writeOverride } from "../../../db/providers/write-override.ts";
import { transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import { DEFAULT_PREFERENCES } from "../../../rules/notifications/judge-notification.ts";
import { buildRelationship } from "../../factories/accounts/identity.ts";
import { meet } from "../../factories/db/meet.ts";
import { MADE_UP_PROVIDER, putExercises } from "../../factories/exercises/put-exercises.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useOrm } from "../../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());

const { workspaceId, relationshipId, coach, client } = await buildRelationship(em);
const [exerciseId = ""] = await putExercises(em, [{ title: "Squat" }]);
const accessId = newId();
await transact(em, (tx) =>
  writeAccess(tx, {
    id: accessId,
    providerKey: MADE_UP_PROVIDER,
    exerciseId,
    providerExerciseId: exerciseId,
    workspaceId,
    actorUserId: coach.userId,
    surface: "COACH_MOBILE",
    countedAsNewUnique: true,
    minutes: 1,
    refetchOf: null,
    accessedAt: new Date(),
  }),
);

/** Acts that write a row by a key of their table, by that key. Each races with itself. */
const ACTS: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
  auth_provider_day_pkey: async (tx) => await retainProviderRows(tx, { limit: 10, skip: 0 }),
  auth_provider_override_pkey: async (tx) =>
    (await writeOverride(tx, "google", { status: "DISABLED" })).providerKey,
  coach_task_preference_pkey: (tx) =>
    saveInboxPreferences(tx, { workspaceId, userId: coach.userId }, DEFAULT_INBOX_PREFERENCES),
  inbox_read_mark_pkey: (tx) =>
    saveReadMark(tx, { workspaceId, userId: coach.userId, readThrough: new Date(0) }),
  media_access_end_pkey: (tx) =>
    endAccess(tx, {
      accessId,
      state: "COUNTED",
      outcome: "HAS_MEDIA",
      videoSeconds: null,
      minutes: 1,
      providerWarning: null,
    }),
  media_allowance_pkey: (tx) => putAllowances(tx, [MADE_UP_PROVIDER]),
  notification_preference_pkey: (tx) => writePreference(tx, client.userId, DEFAULT_PREFERENCES),
  provider_integration_pkey: (tx) =>
    writeIntegration(tx, {
      providerKey: "another",
      credentialsReference: "none",
      planKey: "none",
      metered: false,
      mediaUniqueLimit: null,
      videoMinutesLimit: null,
      licensePolicy: "none",
      mediaHosts: [],
    }),
  support_grant_active_unique: async (tx) => {
    const granted = { issuer: "issuer", subject: "somebody", permission: "users.read" } as const;
    return (await grantSupport(tx, { ...granted, reason: "Test", actor: "admin" })).id;
  },
  withheld_occurrence_pkey: (tx) =>
    putWithheld(
      tx,
      [
        {
          relationshipId,
          localDate: "2026-01-05",
          sourceType: "PLAN_ASSIGNMENT",
          sourceId: exerciseId,
          sourceRevision: 1,
          taskKind: null,
          taskId: null,
          faultKind: "RULE",
          faultClass: "TypeError",
        },
      ],
      { codeVersion: "1", now: new Date(), retryAt: new Date() },
    ),
};

test.each(Object.entries(ACTS))(
  "%s: of two simultaneous acts the second gets the first one's result",
  async (key, act) => {
    if (key === "auth_provider_day_pkey") await Promise.all([recordProbe(), recordProbe()]);
    const [one, other] = await meet(em, act, () => transact(em, act));
    if (key !== "auth_provider_day_pkey") expect(other).toEqual(one);
  },
);

/** Acts of which only one may succeed; the second learns that it did not. */
const CLAIMS: Readonly<Record<string, (tx: Tx) => Promise<boolean>>> = {
  inbox_digest_pkey: (tx) =>
    claimDigest(tx, { workspaceId, localDate: "2026-01-05", now: new Date() }),
  provider_logout_pkey: (tx) => {
    const session = { issuer: "issuer", providerSessionId: "session", subject: null };
    return claimProviderLogout(tx, { ...session, jti: "token", issuedAt: new Date() });
  },
};

test.each(Object.entries(CLAIMS))(
  "%s: of two simultaneous acts only one succeeds",
  async (_, claim) => {
    expect(await meet(em, claim, () => transact(em, claim))).toEqual([true, false]);
  },
);

function recordProbe() {
  return sql`insert into auth_provider_health (id, provider_key, status, latency_ms, checked_at)
    values (${newId()}, 'google', 'HEALTHY', 1, clock_now() - interval '40 days')`.execute(
    em.fork().getKysely(),
  );
}
