import type { Answer } from "../lanes/classify-answer.ts";
import type { Call } from "../session/types.ts";
import type { ActSession } from "./act-types.ts";

/** Sends an act. A device that has to register again does so, and sends the act once more. */
export async function sendAct(session: ActSession, request: Call): Promise<Answer> {
  const deviceId = await session.deviceId();
  const answer = await session.call(request);
  if (answer.kind !== "REGISTER") return answer;
  const registration = await session.register(deviceId ?? undefined);
  return registration.kind === "REGISTERED" ? await session.call(request) : registration.answer;
}
