import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import {
  createdMemberInvitationSchema,
  joinedWorkspaceSchema,
  joiningPreviewSchema,
  memberInvitationPreviewSchema,
} from "../../contract/invitations/member-schema.ts";
import {
  coachMeSchema,
  coachRegistrationAnswerSchema,
} from "../../contract/workspaces/coach-schema.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { registrationForm } from "../factories/accounts/identity.ts";
import {
  type Person,
  type RegisteredCoach,
  refusalOf,
  registeredClient,
  registeredCoach,
  somebody,
  tokenOf,
} from "../factories/accounts/people.ts";
import { useApi } from "../harness/use-api.ts";

const PREVIEW = "/api/v1/member-invitations/preview";
const JOINING = "/api/v1/member-invitations/joining-preview";
const ACCEPT = "/api/v1/member-invitations/accept";
const REGISTRATION = "/api/v1/auth/member-registration";
const TOKEN_FAILURES = 5;

const { api, issuer } = await useApi();
const owner = await registeredCoach(api, somebody(issuer));

// All attempts come from one address.
beforeEach(async () => {
  await api.deps.database.em.fork().execute("delete from rate_limit");
});

describe("POST /member-invitations/joining-preview", () => {
  test("shows the invited person, with an account or without, what they are about to join, as often as asked", async () => {
    const newcomer = somebody(issuer);
    const { joinHandle } = await handedOver(newcomer.email);
    const token = await newcomer.token("WEB");
    const first = await post(JOINING, { joinHandle }, token);
    expect(joiningPreviewSchema.parse(first.data)).toMatchObject({
      workspaceName: "Cora Coach",
      ownerDisplayName: "Cora Coach",
      role: "COACH",
    });
    expect((await post(JOINING, { joinHandle }, token)).data).toEqual(first.data);
    await registeredCoach(api, newcomer);
    expect((await post(JOINING, { joinHandle }, token)).data).toEqual(first.data);
  });

  test("needs a sign-in that proves the invited address, in a coach's app, and a handle of ours", async () => {
    const newcomer = somebody(issuer);
    const { joinHandle, invitationToken } = await handedOver(newcomer.email);
    const token = await newcomer.token("WEB");
    expect(refusalOf(await post(JOINING, { joinHandle }))).toBe("401 UNAUTHENTICATED");
    const other = await somebody(issuer).token("WEB");
    expect(refusalOf(await post(JOINING, { joinHandle }, other))).toBe(
      "403 INVITATION_CONTACT_MISMATCH",
    );
    const inClientApp = await newcomer.token("CLIENT_MOBILE");
    expect(refusalOf(await post(JOINING, { joinHandle }, inClientApp))).toBe(
      "403 APP_ROLE_MISMATCH",
    );
    for (const unknown of [joinHandle.slice(1), `${joinHandle}x`, invitationToken])
      expect(refusalOf(await post(JOINING, { joinHandle: unknown }, token))).toBe("404 NOT_FOUND");
    for (const malformed of [7, "", null, "a".repeat(257)])
      expect(refusalOf(await post(JOINING, { joinHandle: malformed }, token))).toBe(
        "400 VALIDATION_FAILED",
      );
  });

  test("refuses a client, to whom joining gives nothing", async () => {
    const client = somebody(issuer);
    await registeredClient(api, await registeredCoach(api, somebody(issuer)), client);
    const { joinHandle } = await handedOver(client.email);
    const onWeb = await client.token("WEB");
    expect(refusalOf(await post(JOINING, { joinHandle }, onWeb))).toBe("409 STATE_CONFLICT");
    expect(refusalOf(await post(ACCEPT, { joinHandle }, onWeb))).toBe("403 APP_ROLE_MISMATCH");
    const registration = await post(REGISTRATION, { ...registrationForm(), joinHandle }, onWeb);
    expect(refusalOf(registration)).toBe("409 STATE_CONFLICT");
  });
});

describe("Joining by a handle", () => {
  test("makes a coach with an account a member, once, and a repeat gets the same answer", async () => {
    const coach = await registeredCoach(api, somebody(issuer));
    const { joinHandle } = await handedOver(coach.person.email);
    const token = await coach.person.token("WEB");
    expect(refusalOf(await post(ACCEPT, { joinHandle }))).toBe("401 UNAUTHENTICATED");
    const answer = await post(ACCEPT, { joinHandle }, token);
    expect(joinedWorkspaceSchema.parse(answer.data).workspace).toMatchObject({
      workspaceId: owner.workspaceId,
      role: "COACH",
    });
    expect((await post(ACCEPT, { joinHandle }, token)).data).toEqual(answer.data);
  });

  test("registers a person without an account, who is then a coach without a workspace of their own", async () => {
    const newcomer = somebody(issuer);
    const { joinHandle } = await handedOver(newcomer.email);
    const token = await newcomer.token("WEB");
    const body = { ...registrationForm(), joinHandle };
    expect(refusalOf(await post(REGISTRATION, body))).toBe("401 UNAUTHENTICATED");
    expect(refusalOf(await post(ACCEPT, { joinHandle }, token))).toBe("403 REGISTRATION_REQUIRED");
    const answer = await post(REGISTRATION, body, token);
    const { workspace } = coachRegistrationAnswerSchema.parse(answer.data);
    expect(workspace).toMatchObject({ workspaceId: owner.workspaceId, role: "COACH" });
    expect((await post(REGISTRATION, body, token)).data).toEqual(answer.data);
    const me = await api.call("GET", "/api/v1/auth/me", { token });
    expect(coachMeSchema.parse(me.data).workspaces).toEqual([workspace]);
  });

  test("is refused as malformed with neither token nor handle, and with both", async () => {
    const coach = await registeredCoach(api, somebody(issuer));
    const { joinHandle, invitationToken } = await handedOver(coach.person.email);
    const token = await coach.person.token("WEB");
    for (const proof of [{}, { joinHandle, invitationToken }, { joinHandle: 7 }]) {
      expect(refusalOf(await post(ACCEPT, proof, token))).toBe("400 VALIDATION_FAILED");
      const registration = { ...registrationForm(), ...proof };
      expect(refusalOf(await post(REGISTRATION, registration, token))).toBe(
        "400 VALIDATION_FAILED",
      );
    }
    expect((await post(ACCEPT, { joinHandle }, token)).status).toBe(200);
  });

  test("is refused once the invitation is revoked or used, with the reason, audited without handle", async () => {
    const coach = await registeredCoach(api, somebody(issuer));
    const token = await coach.person.token("WEB");
    const revoked = await handedOver(coach.person.email);
    const revocation = `${pathOf(owner)}/${revoked.memberInvitationId}/revoke`;
    expect((await api.call("POST", revocation, { token: owner.token })).status).toBe(200);
    const refused = await post(ACCEPT, { joinHandle: revoked.joinHandle }, token);
    expect(refusalOf(refused)).toBe("409 INVITATION_REVOKED");
    const used = await handedOver(coach.person.email);
    expect((await post(ACCEPT, { joinHandle: used.joinHandle }, token)).status).toBe(200);
    const late = await post(JOINING, { joinHandle: used.joinHandle }, owner.token);
    expect(refusalOf(late)).toBe("409 INVITATION_CONSUMED");
    const events = await api.deps.database.em
      .fork()
      .find(AuthAuditEvent, { eventType: "INVITATION_REFUSED", userId: coach.userId });
    expect(events.map(({ metadata }) => metadata)).toEqual([
      {
        code: "INVITATION_REVOKED",
        step: "MEMBERSHIP",
        invitationId: revoked.memberInvitationId,
      },
    ]);
  });
});

describe("Failed attempts with handles", () => {
  test("count against the invitation that they stand for, together with those of its token", async () => {
    const { invitationToken, joinHandle } = await handedOver(`${randomUUID()}@example.com`);
    const { joinHandle: newer } = await handleOf(invitationToken);
    const proofs = [{ joinHandle }, { invitationToken }, { joinHandle: newer }];
    const codes: string[] = [];
    for (let index = 0; index <= TOKEN_FAILURES; index += 1) {
      // Each attempt is another person's.
      const { token } = await registeredCoach(api, somebody(issuer));
      codes.push(refusalOf(await post(ACCEPT, proofs[index % proofs.length] ?? {}, token)));
    }
    expect(codes.slice(0, TOKEN_FAILURES)).toEqual(
      Array.from({ length: TOKEN_FAILURES }, () => "403 INVITATION_CONTACT_MISMATCH"),
    );
    expect(codes.at(-1)).toBe("429 RATE_LIMITED");
  });

  test("do not count against an invitation that a forged handle names", async () => {
    const coach = await registeredCoach(api, somebody(issuer));
    const { joinHandle } = await handedOver(coach.person.email);
    const [id, end] = joinHandle.split(".");
    for (let index = 0; index <= TOKEN_FAILURES; index += 1) {
      const forged = `${id}.${end}.${"A".repeat(42)}${index}`;
      const token = await somebody(issuer).token("WEB");
      expect(refusalOf(await post(JOINING, { joinHandle: forged }, token))).toBe("404 NOT_FOUND");
    }
    const other = await somebody(issuer).token("WEB");
    expect(refusalOf(await post(JOINING, { joinHandle }, other))).toBe(
      "403 INVITATION_CONTACT_MISMATCH",
    );
  });
});

const pathOf = ({ workspaceId }: RegisteredCoach) =>
  `/api/v1/workspaces/${workspaceId}/member-invitations`;

const post = (path: string, body: unknown, token?: string) =>
  api.call("POST", path, { body, ...(token !== undefined && { token }) });

/** Invites an address into the owner's workspace, and opens the link's page: the token, and the handle it got. */
async function handedOver(email: Person["email"]) {
  const invited = await api.call("POST", pathOf(owner), {
    token: owner.token,
    key: randomUUID(),
    body: { email },
  });
  const { link, memberInvitationId } = createdMemberInvitationSchema.parse(invited.data);
  const invitationToken = tokenOf(link);
  const { joinHandle } = await handleOf(invitationToken);
  return { memberInvitationId, invitationToken, joinHandle };
}

async function handleOf(invitationToken: string) {
  const { data } = await post(PREVIEW, { invitationToken });
  return memberInvitationPreviewSchema.parse(data);
}
