import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { z } from "zod";
import { signIn } from "../../tools/stack/sign-in.ts";
import { copyRows } from "../phones/copy-rows.ts";
import { ask } from "../phones/people.ts";
import type { BenchStack } from "../stack/stack.ts";

/** Several coaches of one workspace, because a person may send at most 50 requests a second. */
export interface Desk {
  readonly workspaceId: string;
  /** Path of its inbox. */
  readonly inbox: string;
  readonly coaches: readonly DeskCoach[];
}

/** A coach in the web console. */
export interface DeskCoach {
  readonly email: string;
  readonly subject: string;
  token: string;
}

const LEGAL = { termsVersion: "2026-01", privacyVersion: "2026-01" } as const;

/** Registers coaches over HTTP and makes them members of a workspace. */
export async function openDesk(
  stack: BenchStack,
  database: Client,
  { workspaceId, count }: { readonly workspaceId: string; readonly count: number },
): Promise<Desk> {
  const coaches = await Promise.all(
    Array.from({ length: count }, async () => {
      const email = `desk-${randomUUID()}@example.com`;
      const coach = { email, ...(await enter(stack, email)) };
      const person = { displayName: "Coach", timezone: "UTC", locale: "en", ...LEGAL };
      const url = `${stack.urls.api}/api/v1/auth/coach-registration`;
      await ask(url, { token: coach.token, body: person }, z.unknown());
      return coach;
    }),
  );
  await copyRows(database, {
    table: "workspace_membership",
    changed: (column) =>
      ({ id: "gen_random_uuid()", user_id: "member.user_id", role: "'COACH'" })[column],
    from: `from (select * from workspace_membership where workspace_id = $1 limit 1) one
      cross join (select user_id from auth_identity where subject = any($2)) member`,
    values: [workspaceId, coaches.map(({ subject }) => subject)],
  });
  const inbox = `${stack.urls.api}/api/v1/workspaces/${workspaceId}/coach-tasks`;
  return { workspaceId, inbox, coaches };
}

/** Signs all coaches in again, because their tokens live for five minutes. */
export async function renewDesk(stack: BenchStack, { coaches }: Desk): Promise<void> {
  await Promise.all(
    coaches.map(async (coach) => {
      coach.token = (await enter(stack, coach.email)).token;
    }),
  );
}

async function enter({ urls }: BenchStack, email: string) {
  const signedIn = await signIn({ issuer: urls.provider, clientId: "sideline-web", email });
  return { subject: signedIn.subject, token: signedIn.accessToken };
}

/** The coaches in rotation, one per request. */
export function inTurns({ coaches }: Desk): () => DeskCoach {
  let turn = 0;
  return () => {
    turn += 1;
    const coach = coaches[turn % coaches.length];
    if (coach === undefined) throw new Error("There is no coach at the desk");
    return coach;
  };
}
