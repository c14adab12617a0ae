import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { changeCoachProfile } from "../../activities/accounts/change-coach-profile.ts";
import { validateInvitation } from "../../activities/invitations/validate-invitation.ts";
import { handClientOver } from "../../activities/relationships/hand-client-over.ts";
import { registerClient } from "../../activities/relationships/register-client.ts";
import { changeWorkspaceSettings } from "../../activities/workspaces/change-workspace-settings.ts";
import type { CoachOnboardingStatus } from "../../contract/accounts/vocabulary.ts";
import { CoachProfile } from "../../db/accounts/coach-profile.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { invitationTarget } from "../../rules/invitations/invitation-target.ts";
import { hooks } from "../../workers/hooks.ts";
import {
  type BuiltCoach,
  buildCoach,
  buildIdentity,
  buildInvitation,
  ORIGIN,
  registrationForm,
  relationshipByActs,
} from "../factories/accounts/identity.ts";
import { sendFile } from "../factories/invitations/csv-file.ts";
import { buildMember } from "../factories/workspaces/members.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useClient } from "../harness/use-client.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const owner = await useClient(ownerUrl);

const statusOf = async ({ userId }: BuiltCoach) =>
  (await em.fork().findOneOrFail(CoachProfile, { userId })).onboardingStatus;

const putStatus = ({ userId }: BuiltCoach, onboardingStatus: CoachOnboardingStatus) =>
  em.fork().nativeUpdate(CoachProfile, { userId }, { onboardingStatus });

const changeProfile = ({ userId }: BuiltCoach) =>
  transact(em, (tx) => changeCoachProfile(tx, { userId, changes: { bio: "Strength." } }));

const changeSettings = ({ userId, workspaceId }: BuiltCoach) =>
  transact(em, (tx) =>
    changeWorkspaceSettings(tx, { workspaceId, byUserId: userId, changes: { digestHour: 8 } }),
  );

const byFile = (
  { userId: invitedByUserId, workspaceId }: BuiltCoach,
  value = `${randomUUID()}@example.com`,
) => sendFile(em, { invitedByUserId, workspaceId }, [{ kind: "EMAIL", value }]);

const start = (coach: BuiltCoach) =>
  relationshipByActs(em, { coach, timezone: "UTC", status: "ONBOARDING" });

describe("The onboarding of a coach", () => {
  test("begins with the first change of the profile, or of the workspace's settings", async () => {
    for (const change of [changeProfile, changeSettings]) {
      const coach = await buildCoach(em);
      expect(await statusOf(coach)).toBe("NOT_STARTED");
      await change(coach);
      expect(await statusOf(coach)).toBe("IN_PROGRESS");
      await change(coach);
      expect(await statusOf(coach)).toBe("IN_PROGRESS");
    }
  });

  test("is completed by the first invitation of a client, one by one or by a file", async () => {
    for (const invite of [
      (coach: BuiltCoach) => buildInvitation(em, coach),
      (coach: BuiltCoach) => byFile(coach),
    ]) {
      const [fresh, begun] = [await buildCoach(em), await buildCoach(em)];
      await changeProfile(begun);
      for (const coach of [fresh, begun]) {
        await invite(coach);
        expect(await statusOf(coach)).toBe("COMPLETED");
      }
    }
  });

  test("is not completed by a file whose lines invite nobody", async () => {
    const coach = await buildCoach(em);
    const { client } = await start(coach);
    await putStatus(coach, "NOT_STARTED");
    const lines = await byFile(coach, client.identity.email ?? "");
    expect(lines).toMatchObject([{ outcome: "ALREADY_CLIENT" }]);
    expect(await statusOf(coach)).toBe("NOT_STARTED");
  });

  test("is completed by the first client who registers or is handed over, and the other coach keeps theirs", async () => {
    const coach = await buildCoach(em);
    const member = await buildMember(em, coach);
    const { workspaceId, relationshipId } = await start(coach);
    expect([await statusOf(coach), await statusOf(member)]).toEqual(["COMPLETED", "NOT_STARTED"]);
    const over = { workspaceId, relationshipId, coachUserId: member.userId };
    const by = { byUserId: coach.userId, requestId: "hand-over" };
    await transact(em, (tx) => handClientOver(tx, { ...over, ...by }, hooks.relationships));
    expect([await statusOf(coach), await statusOf(member)]).toEqual(["COMPLETED", "COMPLETED"]);
  });

  test("is completed by a registration if the sender of the invitation has not come that far", async () => {
    const coach = await buildCoach(em);
    const { invitation, token: invitationToken } = await buildInvitation(em, coach);
    await putStatus(coach, "NOT_STARTED");
    const identity = buildIdentity({ contact: invitationTarget(invitation) });
    const opening = { identity, invitationToken };
    const { id } = await transact(em, (tx) => validateInvitation(tx, opening));
    expect(await statusOf(coach)).toBe("NOT_STARTED");
    const proof = { ...opening, validationId: id, deviceIdHash: null, origin: ORIGIN };
    const form = { ...registrationForm(), ...proof };
    await transact(em, (tx) => registerClient(tx, form, hooks.relationships));
    expect(await statusOf(coach)).toBe("COMPLETED");
  });

  test("never goes back: later changes of the profile leave it completed", async () => {
    const coach = await buildCoach(em);
    await buildInvitation(em, coach);
    await changeProfile(coach);
    await changeSettings(coach);
    expect(await statusOf(coach)).toBe("COMPLETED");
  });

  test("is left where it was by an act that is rolled back", async () => {
    const { userId, ...rest } = await buildCoach(em);
    await expect(
      transact(em, async (tx) => {
        await changeCoachProfile(tx, { userId, changes: { bio: "Lost" } });
        throw new Error("Rolled back");
      }),
    ).rejects.toThrow("Rolled back");
    expect(await statusOf({ userId, ...rest })).toBe("NOT_STARTED");
  });

  test("of coaches from before follows from their rows when the database is migrated", async () => {
    const [fresh, settled, profiled] = [
      await buildCoach(em),
      await buildCoach(em),
      await buildCoach(em),
    ];
    const inviting = await buildCoach(em);
    await changeSettings(settled);
    await changeProfile(profiled);
    await buildInvitation(em, inviting);
    const all = [fresh, settled, profiled, inviting];
    for (const coach of all) await putStatus(coach, "NOT_STARTED");
    const file = new URL("../../db/migrations/0077-coach-onboarding.sql", import.meta.url);
    await owner.query(readFileSync(file, "utf8"));
    expect(await Promise.all(all.map(statusOf))).toEqual([
      "NOT_STARTED",
      "IN_PROGRESS",
      "IN_PROGRESS",
      "COMPLETED",
    ]);
  });
});
