import { randomUUID } from "node:crypto";
import { z } from "zod";
import { signIn } from "../../../tools/stack/sign-in.ts";
import { registerCoach } from "../../phones/people.ts";
import { asBenchStack } from "../drill-phones.ts";
import { type Account, note } from "../drill-load.ts";
import type { DrillStack } from "../drill-types.ts";
import { send } from "../send-as-phone.ts";

/**
 * Opens consoles that each keep a long poll open. A poll that a stopping API ends is answered without news, and the
 * console asks again.
 *
 * @returns how to stop them; it waits for their last answers.
 */
export async function openLongPolls(
  stack: DrillStack,
  { count, account }: { readonly count: number; readonly account: Account },
): Promise<() => Promise<void>> {
  const { urls } = stack;
  const email = `coach-${randomUUID()}@example.com`;
  const bench = asBenchStack(stack);
  const signInCoach = async () =>
    (await signIn({ issuer: urls.provider, clientId: COACH_APP, email })).accessToken;
  const coach = await registerCoach({ ...bench, token: signInCoach });
  const path = `${urls.api}/api/v1/workspaces/${coach.workspaceId}/coach-tasks/changes`;
  const stopping = new AbortController();
  const follow = async () => {
    let accessToken = await signInCoach();
    let signedInAt = performance.now();
    let cursor = "";
    while (!stopping.signal.aborted) {
      if (performance.now() - signedInAt > FRESH_FOR_MS) {
        accessToken = await signInCoach();
        signedInAt = performance.now();
      }
      const since = cursor === "" ? "" : `?since=${encodeURIComponent(cursor)}&waitSeconds=25`;
      const answer = await send(`${path}${since}`, { accessToken });
      if (!note(account, answer)) continue;
      account.answered.polls += 1;
      cursor = Changes.parse(JSON.parse(answer.text)).data.cursor;
    }
  };
  const polls = Array.from({ length: count }, follow);
  return async () => {
    stopping.abort();
    await Promise.all(polls);
  };
}

const COACH_APP = "sideline-coach-mobile";
/** Tokens of the development provider live for five minutes. */
const FRESH_FOR_MS = 200_000;
const Changes = z.object({ data: z.object({ cursor: z.string() }) });
