import { isJsonObject } from "../json.ts";
import { meaningOf } from "../online/meaning-of.ts";
import type { Session } from "../session/types.ts";
import type { ClientMe } from "../wire/account-types.ts";
import type { MeOutcome } from "./types.ts";

/** Reads the account of the person of a session, or what they need to get one. */
export async function readPerson(session: Pick<Session, "call">): Promise<MeOutcome> {
  const answer = await session.call({ method: "GET", path: "/api/v1/auth/client-me" });
  const outcome = meaningOf(answer);
  if (outcome.kind === "WAIT")
    return { kind: outcome.waitsFor === "SIGN_IN" ? "SIGN_IN" : "OFFLINE" };
  if (outcome.kind === "REFUSED") return { kind: "REFUSED", code: outcome.code };
  return isClientMe(outcome.data) ? { kind: "PERSON", me: outcome.data } : { kind: "OFFLINE" };
}

/** Whether an answer has the fields that the device reads; others are ignored. */
function isClientMe(data: unknown): data is ClientMe {
  if (!isJsonObject(data)) return false;
  const { user, relationship, legalVersions } = data;
  return (
    (user === null || isJsonObject(user)) &&
    (relationship === null || isJsonObject(relationship)) &&
    isJsonObject(legalVersions)
  );
}
