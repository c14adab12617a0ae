import { isJsonObject } from "../json.ts";
import { classifyAnswer } from "../lanes/classify-answer.ts";
import { meaningOf } from "../online/meaning-of.ts";
import { inOrder } from "../in-order.ts";
import type { DevicePartContext } from "../parts/part-context.ts";
import type { InvitationPreview } from "../wire/account-types.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { beginNewcomer, type Newcomer } from "./newcomer.ts";
import { makeOnboarding } from "./onboarding.ts";
import { readPerson } from "./read-person.ts";
import type { Account, PreviewOutcome } from "./types.ts";

/** The account of the person: from an invitation to the first day. */
export function makeAccount(context: DevicePartContext): Account {
  const { core, session, newcomer: present } = context.running;
  const oneAcceptance = inOrder();
  let known: Newcomer | null = null;

  return {
    preview: async ({ invitationToken }) => await preview(context, invitationToken),
    async me() {
      const newcomer = await currentNewcomer();
      return await readPerson(newcomer?.session ?? session);
    },
    accept: async (acceptance) =>
      await oneAcceptance(async () => {
        const newcomer = await currentNewcomer();
        if (newcomer !== null) return await acceptInvitation(context, newcomer, acceptance);
        // A page may repeat the call to a new owner, where the person is signed in already.
        return { kind: (await session.state()) === "SIGNED_IN" ? "ACCEPTED" : "SIGN_IN" };
      }),
    ...makeOnboarding(context),
  };

  /** The person whose last sign-in found no account. */
  async function currentNewcomer(): Promise<Newcomer | null> {
    const { tokens } = present;
    if (tokens === null) return null;
    if (known?.given !== tokens) known = await beginNewcomer(core, tokens);
    return known;
  }
}

const SILENCE_MS = 8_000;

async function preview(
  { running }: DevicePartContext,
  invitationToken: string,
): Promise<PreviewOutcome> {
  const answer = await running.core.ports.http.send({
    method: "POST",
    path: "/api/v1/client-invitations/preview",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify({ invitationToken }),
    silenceMs: SILENCE_MS,
  });
  const outcome = meaningOf(classifyAnswer(answer));
  if (outcome.kind === "REFUSED") return { kind: "REFUSED", code: outcome.code };
  return outcome.kind === "DONE" && isPreview(outcome.data)
    ? { kind: "INVITATION", invitation: outcome.data }
    : { kind: "OFFLINE" };
}

function isPreview(data: unknown): data is InvitationPreview {
  return (
    isJsonObject(data) &&
    typeof data["workspaceName"] === "string" &&
    typeof data["coachDisplayName"] === "string"
  );
}
