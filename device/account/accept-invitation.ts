import { hexDigest } from "../../contract/digest.ts";
import { isJsonObject, textAt } from "../json.ts";
import { forgetDeviceActs } from "../online/forget-device-acts.ts";
import { meaningOf } from "../online/meaning-of.ts";
import type { OnlineOutcome } from "../online/types.ts";
import type { DevicePartContext } from "../parts/part-context.ts";
import type { Sql } from "../ports/sql.ts";
import type { Newcomer } from "./newcomer.ts";
import { readPerson } from "./read-person.ts";
import type { Acceptance, AcceptanceOutcome } from "./types.ts";

/**
 * Accepts an invitation and signs the person in (docs/rooms/device.md#account). The registration is an online act: it
 * is stored before it is sent, and repeated with the same content. If it had arrived before, the person has an account,
 * and only the sign-in is left.
 */
export async function acceptInvitation(
  context: DevicePartContext,
  newcomer: Newcomer,
  acceptance: Acceptance,
): Promise<AcceptanceOutcome> {
  const { core } = context.running;
  const person = await readPerson(newcomer.session);
  if (person.kind === "REFUSED") return { ...person, pointers: [] };
  if (person.kind !== "PERSON") return { kind: person.kind };
  const { user, relationship } = person.me;
  if (relationship !== null) return await signIn(context, newcomer);
  if (await isOther(core.ports.sql, user?.userId ?? null)) return { kind: "OTHER_PERSON" };
  const outcome = await register(context, newcomer, acceptance);
  if (outcome.kind === "DONE") return await signIn(context, newcomer);
  return outcome.kind === "OPEN"
    ? { kind: outcome.waitsFor === "SIGN_IN" ? "SIGN_IN" : "OFFLINE" }
    : outcome;
}

/** The act's type; its object is the hash of the invitation's token, which no store holds. */
const ACCEPT = "account.accept";

async function register(
  context: DevicePartContext,
  newcomer: Newcomer,
  acceptance: Acceptance,
): Promise<OnlineOutcome> {
  const { core, acts } = context.running;
  const online = await acts().load();
  const objectId = await hexDigest(acceptance.invitationToken, core.ports.digest);
  const stored = await online.list({ scopeId: null, actType: ACCEPT });
  const open = stored.find((act) => act.objectId === objectId && act.outcome.kind === "OPEN");
  // An acceptance that may have arrived is settled first, whatever was corrected since.
  const repeated = open?.isSent === true && (await online.retry(open.actId, newcomer.session));
  // A confirmation lives for 15 minutes; a refused acceptance begins again.
  if (repeated && repeated.kind !== "REFUSED") return repeated;
  const validation = await validate(newcomer, acceptance.invitationToken);
  if (typeof validation !== "string") return validation;
  const { displayName, termsVersion, privacyVersion, invitationToken } = acceptance;
  const { app, surface, ports } = core;
  return await online.perform(
    {
      actId: ports.random.uuid(),
      scopeId: null,
      actType: ACCEPT,
      objectId,
      method: "POST",
      path: "/api/v1/auth/client-onboarding-registration",
      body: {
        displayName,
        timezone: app.timezone(),
        locale: app.locale(),
        termsVersion,
        privacyVersion,
        validationId: validation,
        clientApp: surface,
      },
      secret: { invitationToken },
      // The former acceptance stays until this one is stored in its place.
      replaces: "TYPE",
    },
    newcomer.session,
  );
}

/** Confirms that this sign-in may accept the invitation. @returns the id of the confirmation. */
async function validate(
  { session }: Newcomer,
  invitationToken: string,
): Promise<string | OnlineOutcome> {
  const path = "/api/v1/client-invitations/validate";
  const body = JSON.stringify({ invitationToken });
  const outcome = meaningOf(await session.call({ method: "POST", path, body }));
  if (outcome.kind === "WAIT") return { kind: "OPEN", waitsFor: outcome.waitsFor, retryAt: null };
  if (outcome.kind === "REFUSED") return outcome;
  const validationId = isJsonObject(outcome.data) ? textAt(outcome.data, "validationId") : null;
  return validationId ?? { kind: "OPEN", waitsFor: "RETRY_AT", retryAt: null };
}

async function signIn(
  { running, device }: DevicePartContext,
  newcomer: Newcomer,
): Promise<AcceptanceOutcome> {
  const signedIn = await device.signIn(newcomer.newest());
  if (signedIn === "OTHER_PERSON") return { kind: "OTHER_PERSON" };
  if (signedIn !== "SIGNED_IN") return { kind: "OFFLINE" };
  await forgetDeviceActs(running.core);
  return { kind: "ACCEPTED" };
}

/** Whether the data of another person is on this device. */
async function isOther(sql: Sql, userId: string | null): Promise<boolean> {
  const [row] = await sql.read({ sql: `select user_id from device_metadata` });
  const former = row?.["user_id"] ?? null;
  return former !== null && former !== userId;
}
