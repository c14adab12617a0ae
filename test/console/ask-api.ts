import type * as z from "zod";
import { signIn } from "../../tools/stack/sign-in.ts";
import type { ConsoleStage } from "./stage.ts";

/** Reads the API as a person, with a sign-in of its own: it confirms what a page said. */
export async function openReader({ api, issuer }: ConsoleStage, email: string): Promise<ApiReader> {
  const { accessToken: token } = await signIn({ issuer, clientId: "sideline-web", email });
  return async (path, schema) => {
    const { status, data } = await api.call("GET", `/api/v1${path}`, { token });
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
    return schema.parse(data);
  };
}

/** The data at a path below `/api/v1`, as far as a schema knows it. */
export type ApiReader = <Data>(path: string, schema: z.ZodType<Data>) => Promise<Data>;
