import { randomUUID } from "node:crypto";
import type * as z from "zod";
import { ACCESS_REASON_HEADER } from "../../contract/accounts/support-vocabulary.ts";
import { signIn } from "../../tools/stack/sign-in.ts";
import type { ConsoleStage } from "./stage.ts";

/** Reads the API as a person, with a sign-in of its own: it confirms what a page said. */
export async function openReader(stage: ConsoleStage, email: string): Promise<ApiReader> {
  const { issuer } = stage;
  const { accessToken } = await signIn({ issuer, clientId: "sideline-web", email });
  return readerOf(stage, accessToken, {});
}

/** Reads the API as another administrator, with a reason. */
export async function openStaffReader(stage: ConsoleStage): Promise<ApiReader> {
  const { issuer } = stage;
  const email = `${randomUUID()}@example.com`;
  const login = { issuer, clientId: "sideline-web", email, roles: ["admin" as const] };
  const { accessToken } = await signIn(login);
  return readerOf(stage, accessToken, { [ACCESS_REASON_HEADER]: "confirming what a page said" });
}

function readerOf(
  { api }: ConsoleStage,
  token: string,
  headers: Readonly<Record<string, string>>,
): ApiReader {
  return async (path, schema) => {
    const { status, data } = await api.call("GET", `/api/v1${path}`, { token, headers });
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
    return schema.parse(data);
  };
}

/** The data at a path below `/api/v1`, as far as a schema knows it. */
export type ApiReader = <Data>(path: string, schema: z.ZodType<Data>) => Promise<Data>;
