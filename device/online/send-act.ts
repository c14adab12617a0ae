import type { Answer } from "../lanes/classify-answer.ts";
import type { ActSession } from "./act-types.ts";
import type { OpenRequest } from "./open-request.ts";

/**
 * Sends an act. A device that has to register again does so, and sends the act once more as the new device. A failed
 * registration says nothing about the act.
 */
export async function sendAct(session: ActSession, request: OpenRequest): Promise<Answer> {
  const deviceId = await session.deviceId();
  const isUnnamed = request.namesDevice && deviceId === null;
  const answer = isUnnamed ? null : await session.call(request.from(deviceId));
  if (answer !== null && answer.kind !== "REGISTER") return answer;
  const registration = await session.register(deviceId ?? undefined);
  return registration.kind === "REGISTERED"
    ? await session.call(request.from(registration.deviceId))
    : waitAfter(registration.answer);
}

/** The act waits as the registration does. A refused registration is repeated later with the act. */
function waitAfter(answer: Answer): Answer {
  const isWait =
    answer.kind === "SIGN_IN" || answer.kind === "TRANSPORT" || answer.kind === "PAUSE";
  return isWait ? answer : { kind: "TRANSPORT", cause: "FAULT", pauseMs: null };
}
