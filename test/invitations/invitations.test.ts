import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { INVITATION_STATUSES } from "../../contract/invitations/vocabulary.ts";
import { WORKSPACE_STATUSES } from "../../contract/workspaces/vocabulary.ts";
import {
  deriveInvitationToken,
  invitationTokenHash,
} from "../../rules/invitations/derive-invitation-token.ts";
import { invitationLink } from "../../rules/invitations/invitation-link.ts";
import { invitationMessage } from "../../rules/invitations/invitation-message.ts";
import {
  invitationExpiry,
  scheduledFor,
  validationExpiry,
} from "../../rules/invitations/invitation-expiry.ts";
import { judgeAccount } from "../../rules/accounts/judge-account.ts";
import {
  type Invitee,
  invitationStatusAt,
  judgeInvitation,
  judgeInvitee,
} from "../../rules/invitations/judge-invitation.ts";
import type { Contact } from "../../rules/accounts/normalize-contact.ts";
import { verifiedContacts } from "../../rules/accounts/verified-identity.ts";
import { workspaceSlug } from "../../rules/workspaces/workspace-slug.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const later = new Date(now.getTime() + 1);

describe("An invitation", () => {
  const open = { status: "ACTIVE", workspaceStatus: "ACTIVE", expiresAt: later } as const;

  test("is open while it and its workspace are active", () => {
    expect(judgeInvitation(open, now)).toBeNull();
  });

  test.each(INVITATION_STATUSES.filter((status) => status !== "ACTIVE"))(
    "that is %s is closed, whatever its workspace",
    (status) => {
      for (const workspaceStatus of WORKSPACE_STATUSES) {
        const closed = judgeInvitation({ ...open, status, workspaceStatus }, now);
        // Its link was not sent yet.
        expect(closed).toBe(status === "SCHEDULED" ? "NOT_FOUND" : `INVITATION_${status}`);
      }
    },
  );

  test.each(WORKSPACE_STATUSES.filter((status) => status !== "ACTIVE"))(
    "into a workspace that is %s is closed",
    (workspaceStatus) => {
      expect(judgeInvitation({ ...open, workspaceStatus }, now)).toBe("WORKSPACE_SUSPENDED");
    },
  );

  test("expires at its instant, even before that is written", () => {
    expect(invitationStatusAt({ ...open, expiresAt: now }, now)).toBe("EXPIRED");
    expect(judgeInvitation({ ...open, expiresAt: now }, now)).toBe("INVITATION_EXPIRED");
  });

  test("that was consumed or revoked never expires", () => {
    for (const status of ["CONSUMED", "REVOKED"] as const) {
      expect(invitationStatusAt({ status, expiresAt: new Date(0) }, now)).toBe(status);
    }
  });

  test("lasts 14 days, and its validation 15 minutes", () => {
    expect(invitationExpiry(now).toISOString()).toBe("2026-12-05T12:00:00.000Z");
    expect(validationExpiry(now).toISOString()).toBe("2026-11-21T12:15:00.000Z");
  });

  test("that is scheduled gets the next free day from tomorrow on, as many a day as the limit allows", () => {
    const some = fc.integer({ min: 1, max: 200 });
    fc.assert(
      fc.property(some, some, (people, perDay) => {
        const days = Array.from({ length: people }, (_, before) =>
          Math.round(
            (scheduledFor({ before, perDay }, now).getTime() - now.getTime()) / 86_400_000,
          ),
        );
        expect(days).toEqual(days.toSorted((one, other) => one - other));
        expect(new Set(days)).toEqual(
          new Set(Array.from({ length: Math.ceil(people / perDay) }, (_, day) => day + 1)),
        );
        for (const day of new Set(days))
          expect(days.filter((other) => other === day).length).toBeLessThanOrEqual(perDay);
      }),
    );
  });
});

describe("A person who accepts an invitation", () => {
  const target: Contact = { kind: "EMAIL", value: "ana@example.com" };
  const known = { roles: ["CLIENT"], ownsWorkspace: false, hasOpenRelationship: false } as const;
  const judge = (invitee: Partial<Invitee>) =>
    judgeInvitee(target, { contacts: [target], user: null, ...invitee });

  test("proves the invited contact", () => {
    expect(judge({})).toBeNull();
    expect(judge({ contacts: [] })).toBe("INVITATION_CONTACT_MISMATCH");
    const other: Contact = { kind: "EMAIL", value: "ana@example.org" };
    expect(judge({ contacts: [other] })).toBe("INVITATION_CONTACT_MISMATCH");
    expect(judge({ contacts: [other, target] })).toBeNull();
  });

  test("does not prove an e-mail by a phone with the same text", () => {
    expect(judge({ contacts: [{ kind: "PHONE", value: target.value }] })).toBe(
      "INVITATION_CONTACT_MISMATCH",
    );
  });

  test("has no other coach", () => {
    expect(judge({ user: known })).toBeNull();
    expect(judge({ user: { ...known, hasOpenRelationship: true } })).toBe(
      "CLIENT_ALREADY_HAS_ACTIVE_COACH",
    );
  });

  test("who is a coach is in their own workspace", () => {
    const coach = { ...known, roles: ["COACH"] as const };
    expect(judge({ user: coach })).toBe("STATE_CONFLICT");
    expect(judge({ user: { ...coach, ownsWorkspace: true } })).toBeNull();
  });
});

test("Only verified contacts are proofs", () => {
  const signIn = { provider: "google", issuer: "i", tenant: "", subject: "s" };
  const contacts = { email: "ana@example.com", phone: "+491512345678" };
  const verified = (emailVerified: boolean, phoneVerified: boolean) =>
    verifiedContacts({ ...signIn, ...contacts, emailVerified, phoneVerified }).map((c) => c.kind);
  expect(verified(true, true)).toEqual(["EMAIL", "PHONE"]);
  expect(verified(true, false)).toEqual(["EMAIL"]);
  expect(verified(false, true)).toEqual(["PHONE"]);
  expect(verified(false, false)).toEqual([]);
});

test("An account admits its user while it is active and not deleted", () => {
  expect(judgeAccount({ status: "ACTIVE", deleted: false })).toBeNull();
  expect(judgeAccount({ status: "SUSPENDED", deleted: false })).toBe("USER_SUSPENDED");
  expect(judgeAccount({ status: "PENDING_DELETION", deleted: false })).toBe(
    "USER_PENDING_DELETION",
  );
  expect(judgeAccount({ status: "ACTIVE", deleted: true })).toBe("USER_DELETED");
});

describe("The token of an invitation", () => {
  const key = new Uint8Array(32).fill(1);
  const invitation = { id: "0198c0de-0000-7000-8000-000000000001", generation: 1 };

  test("is 256 random-looking bits", async () => {
    const token = await deriveInvitationToken(key, invitation);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
  });

  test("is the same on each derivation, and another for another key, id or generation", async () => {
    const first = await deriveInvitationToken(key, invitation);
    expect(await deriveInvitationToken(key, invitation)).toBe(first);
    const others = await Promise.all([
      deriveInvitationToken(new Uint8Array(32).fill(2), invitation),
      deriveInvitationToken(key, { ...invitation, generation: 2 }),
      deriveInvitationToken(key, { ...invitation, id: invitation.id.replace(/1$/, "2") }),
      // Id and generation never run together.
      deriveInvitationToken(key, { id: `${invitation.id}\n1`, generation: 1 }),
    ]);
    expect(new Set([first, ...others]).size).toBe(5);
  });

  test("is stored as a hash that does not reveal it", async () => {
    const token = await deriveInvitationToken(key, invitation);
    const hash = await invitationTokenHash(token);
    expect(hash).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(hash).not.toBe(token);
    expect(await invitationTokenHash(token)).toBe(hash);
  });

  test("is in the fragment of the link, which no server sees", () => {
    const link = new URL(invitationLink("https://api.example", "token"));
    expect([link.pathname, link.search, link.hash]).toEqual(["/invitation", "", "#token=token"]);
  });
});

test("The message of an invitation has its link on a line of its own", () => {
  const link = "https://api.example/invitation#token=t";
  const names = { coachDisplayName: "Cora", workspaceName: "Strong", timezone: null };
  const { subject, text } = invitationMessage({ ...names, language: "en", link, expiresAt: later });
  expect(subject).toBe("Cora invites you to Strong");
  expect(text.split("\n")).toContain(link);
});

describe("The slug of a workspace", () => {
  const id = "0198c0de-0000-7000-8000-0123456789ab";

  test.each([
    ["Strong & Fit", "strong-fit-0123456789ab"],
    ["Médée's Läufer", "medee-s-laufer-0123456789ab"],
    ["力量", "workspace-0123456789ab"],
    ["---", "workspace-0123456789ab"],
  ])("named %s is %s", (name, slug) => {
    expect(workspaceSlug(name, id)).toBe(slug);
  });

  test("is lower-case words joined by hyphens, of bounded length, for any name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (name) => {
        const slug = workspaceSlug(name, id);
        expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(53);
      }),
    );
  });
});
