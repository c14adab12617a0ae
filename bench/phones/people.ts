import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { BenchStack } from "../stack/stack.ts";

/** Calls the API, again if a 503 says so, and returns the parsed `data`. @throws Error for any other status but 2xx. */
export async function ask<T>(
  url: string,
  request: { readonly token?: string; readonly method?: string; readonly body?: object },
  answer: z.ZodType<T>,
): Promise<T> {
  const { token, body, method = body === undefined ? "GET" : "POST" } = request;
  const sent = {
    method,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && {
        "Content-Type": "application/json",
        "Idempotency-Key": randomUUID(),
      }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(url, sent);
    const text = await response.text();
    if (response.ok) return z.object({ data: answer }).parse(JSON.parse(text)).data;
    const retryAfter = response.headers.get("retry-after");
    if (response.status !== 503 || retryAfter === null || tries === MOST_TRIES)
      throw new Error(`${method} ${url}: ${response.status} ${text}`);
    await sleep(Number(retryAfter) * 1_000);
  }
}

const MOST_TRIES = 10;

const LEGAL = { termsVersion: "2026-01", privacyVersion: "2026-01" } as const;
const PERSON = { timezone: "UTC", locale: "en", ...LEGAL } as const;

/** A coach with a workspace. */
export interface BenchCoach {
  readonly workspaceId: string;
  /** An access token that does not expire soon. */
  readonly token: () => Promise<string>;
}

/** Signs in and registers a new coach. */
export async function registerCoach(stack: BenchStack): Promise<BenchCoach> {
  const token = freshTokens(stack, `coach-${randomUUID()}@example.com`);
  const { workspace } = await ask(
    `${stack.urls.api}/api/v1/auth/coach-registration`,
    { token: await token(), body: { displayName: "Coach", ...PERSON } },
    z.object({ workspace: z.object({ workspaceId: z.string() }) }),
  );
  return { token, workspaceId: workspace.workspaceId };
}

/** Tokens live for five minutes, and a coach may invite for longer. Callers at the same time share one sign-in. */
function freshTokens(stack: BenchStack, email: string): BenchCoach["token"] {
  let signedIn = { at: -Infinity, token: Promise.resolve("") };
  return () => {
    const now = performance.now();
    if (now - signedIn.at > FRESH_FOR_MS)
      signedIn = { at: now, token: stack.token(email, "coach-mobile") };
    return signedIn.token;
  };
}

const FRESH_FOR_MS = 120_000;

/** Invites, signs in and registers a new client; returns the client's access token. */
export async function registerClient(stack: BenchStack, coach: BenchCoach): Promise<string> {
  const { api } = stack.urls;
  const email = `client-${randomUUID()}@example.com`;
  const { link } = await ask(
    `${api}/api/v1/workspaces/${coach.workspaceId}/invitations`,
    { token: await coach.token(), body: { email } },
    z.object({ link: z.string() }),
  );
  const invitationToken = /[\w-]{43}$/.exec(link)?.[0] ?? "";
  const token = await stack.token(email, "client-mobile");
  const { validationId } = await ask(
    `${api}/api/v1/client-invitations/validate`,
    { token, body: { invitationToken } },
    z.object({ validationId: z.string() }),
  );
  await ask(
    `${api}/api/v1/auth/client-onboarding-registration`,
    {
      token,
      body: {
        invitationToken,
        validationId,
        displayName: "Client",
        ...PERSON,
        clientApp: "CLIENT_MOBILE",
      },
    },
    z.unknown(),
  );
  return token;
}
