import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { registerCoach } from "../../activities/workspaces/register-coach.ts";
import type { ClientSignIn } from "../../activities/accounts/registration-form.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { CoachProfile } from "../../db/accounts/coach-profile.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { getCoachContext } from "../../db/workspaces/coach-context/queries.ts";
import { TermsAcceptance } from "../../db/accounts/terms-acceptance.ts";
import { User } from "../../db/accounts/user.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import {
  ORIGIN,
  buildIdentity,
  buildRelationship,
  registrationForm,
  suspendUser,
} from "../factories/accounts/identity.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { hooks } from "../../workers/hooks.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());

describe("coach registration", () => {
  test("creates user, identity, profile, workspace, ownership and acceptance in one transaction", async () => {
    const identity = buildIdentity();
    const { userId } = await register(identity, "Strong & Fit");
    const fork = em.fork();
    const user = await fork.findOneOrFail(User, userId);
    expect(user.primaryEmail).toBe(identity.email);
    expect([user.status, user.roles]).toEqual(["ACTIVE", ["COACH"]]);
    const profile = await fork.findOneOrFail(CoachProfile, { userId });
    expect([profile.publicHandle, profile.timezone]).toEqual([null, "Europe/Berlin"]);
    const workspace = await fork.findOneOrFail(CoachWorkspace, { ownerUserId: userId });
    expect(workspace.slug).toMatch(/^strong-fit-[0-9a-f]{12}$/);
    const membership = await fork.findOneOrFail(WorkspaceMembership, { userId });
    expect([membership.role, membership.workspaceId]).toEqual(["OWNER", workspace.id]);
    expect(await fork.count(AuthIdentity, { userId, subject: identity.subject })).toBe(1);
    expect(await fork.count(TermsAcceptance, { userId })).toBe(1);
  });

  test("emits CoachRegistered and TermsAccepted, and writes an audit row", async () => {
    const { userId } = await register(buildIdentity());
    const fork = em.fork();
    const acceptance = await fork.findOneOrFail(TermsAcceptance, { userId });
    const registered = await fork.find(OutboxRow, { type: "CoachRegistered", subjectId: userId });
    const accepted = await fork.find(OutboxRow, {
      type: "TermsAccepted",
      subjectId: acceptance.id,
    });
    expect([registered.length, accepted.length]).toEqual([1, 1]);
    expect(await fork.count(AuthAuditEvent, { userId, eventType: "COACH_REGISTERED" })).toBe(1);
  });

  test("repeated returns the existing coach and writes nothing", async () => {
    const identity = buildIdentity();
    const first = await register(identity, "First");
    const before = await countRows();
    expect(await register({ ...identity, emailVerified: false }, "Second")).toEqual(first);
    expect(await countRows()).toEqual(before);
    const { workspaces } = await getCoachContext(em.fork(), first.userId);
    expect(workspaces.map(({ name }) => name)).toEqual(["First"]);
  });

  test("by eight requests with one identity makes one account", async () => {
    const identity = buildIdentity();
    const before = await countRows();
    // A contact that changes meanwhile makes no second account.
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        register({ ...identity, email: `${i}${identity.email}` }),
      ),
    );
    expect(new Set(all.map(({ userId }) => userId)).size).toBe(1);
    const after = await countRows();
    expect(after.users - before.users).toBe(1);
    expect(after.workspaces - before.workspaces).toBe(1);
    expect(after.identities - before.identities).toBe(1);
    expect(after.acceptances - before.acceptances).toBe(1);
  });

  test("by eight requests with one e-mail and eight identities makes one account", async () => {
    const email = `${randomUUID()}@example.com`;
    const tries = Array.from({ length: 8 }, () => register(buildIdentity({ email })));
    const results = await Promise.allSettled(tries);
    const refused = results.filter((result) => result.status === "rejected");
    expect(results.length - refused.length).toBe(1);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: "IDENTITY_NOT_LINKED" });
    expect(await em.fork().count(User, { primaryEmail: email })).toBe(1);
  });

  test("without a verified contact is refused, recorded, and creates nothing", async () => {
    const before = await countRows();
    const identity = buildIdentity({ emailVerified: false });
    await expect(register(identity)).rejects.toMatchObject({
      code: "COACH_IDENTITY_NOT_VERIFIED",
      details: {
        audit: {
          eventType: "REGISTRATION_REFUSED",
          metadata: { code: "COACH_IDENTITY_NOT_VERIFIED" },
        },
      },
    });
    expect(await countRows()).toEqual(before);
  });

  test("by phone alone never makes an unverified e-mail primary", async () => {
    const phone = "+491512345678";
    const email = `${randomUUID()}@example.com`;
    const identity = buildIdentity({ email, emailVerified: false, phone, phoneVerified: true });
    const { userId } = await register(identity);
    const user = await em.fork().findOneOrFail(User, userId);
    expect([user.primaryEmail, user.primaryPhone]).toEqual([null, phone]);
    // A person who verifies that e-mail later can still register with it.
    await expect(register(buildIdentity({ email }))).resolves.toMatchObject({});
  });

  test("of a new sign-in with the verified e-mail of an account is never merged into it", async () => {
    const identity = buildIdentity();
    await register(identity);
    const other = buildIdentity({ provider: "google", email: identity.email });
    await expect(register(other)).rejects.toMatchObject({ code: "IDENTITY_NOT_LINKED" });
    expect(await em.fork().count(AuthIdentity, { subject: other.subject })).toBe(0);
  });

  test("of the same subject at another issuer is another person", async () => {
    const identity = buildIdentity();
    const first = await register(identity);
    const email = `${randomUUID()}@example.com`;
    const other = await register({ ...identity, email, issuer: "https://other.example" });
    expect(other.userId).not.toBe(first.userId);
  });

  test("of a client is refused: a client stays a client", async () => {
    const { client } = await buildRelationship(em);
    await expect(register(client.identity)).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    const user = await em.fork().findOneOrFail(User, client.userId);
    expect(user.roles).toEqual(["CLIENT"]);
  });

  test("of a suspended coach is refused, and the identity stays linked", async () => {
    const identity = buildIdentity();
    const { userId } = await register(identity);
    await suspendUser(em, userId);
    await expect(register(identity)).rejects.toMatchObject({ code: "USER_SUSPENDED" });
    expect(await em.fork().count(AuthIdentity, { userId, unlinkedAt: null })).toBe(1);
  });
});

function register(identity: ClientSignIn, workspaceName: string | null = null) {
  return transact(em, (tx) =>
    registerCoach(
      tx,
      { ...registrationForm(), identity, workspaceName, origin: ORIGIN },
      hooks.workspaces,
    ),
  );
}

/** Counts every row that a registration writes, over the whole database. */
async function countRows() {
  const fork = em.fork();
  return {
    users: await fork.count(User),
    identities: await fork.count(AuthIdentity),
    profiles: await fork.count(CoachProfile),
    workspaces: await fork.count(CoachWorkspace),
    memberships: await fork.count(WorkspaceMembership),
    acceptances: await fork.count(TermsAcceptance),
    events: await fork.count(OutboxRow),
    audits: await fork.count(AuthAuditEvent),
  };
}
