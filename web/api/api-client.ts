import createClient, { type Client } from "openapi-fetch";
import { Problem, problemOf } from "./problem.ts";
import type { paths } from "./routes.d.ts";

/**
 * The API's routes with their types. Each request carries the person's token; one that is refused as expired is sent
 * once more with a new token. `answer` unwraps the result.
 */
export function openApi(
  tokens: AccessTokens,
  transport: Transport = (request) => fetch(request),
): Api {
  const send = async (request: Request, token: string | null) => {
    if (token !== null) request.headers.set("Authorization", `Bearer ${token}`);
    return await transport(request);
  };
  const client = createClient<paths>({
    baseUrl: "",
    fetch: async (request) => {
      const repeat = request.clone();
      const answered = await send(request, await tokens.get());
      if (answered.status !== 401) return answered;
      const challenge = answered.headers.get("WWW-Authenticate") ?? "";
      if (challenge.includes("insufficient_user_authentication")) return answered;
      const renewed = await tokens.renew();
      return renewed === null ? answered : await send(repeat, renewed);
    },
  });
  return client;
}

/** The routes of the API. */
export type Api = Client<paths>;

/** Sends a request as it is, and returns the response. */
export type Transport = (request: Request) => Promise<Response>;

/** Where the page gets its access token. */
export interface AccessTokens {
  readonly get: () => Promise<string | null>;
  /** A new token; null if the session is over. */
  readonly renew: () => Promise<string | null>;
}

/** The data of an answer. @throws Problem if the API refused, or did not answer. */
export async function answer<Data>(result: Promise<Answered<Data>>): Promise<Data> {
  const { data, error, response } = await result.catch((failure: unknown) => {
    throw failure instanceof Problem ? failure : unreachable();
  });
  if (!response.ok) throw problemOf(response, error);
  if (data === undefined) throw problemOf(response, null);
  return data.data;
}

interface Answered<Data> {
  readonly data?: { readonly data: Data } | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

const unreachable = () => new Problem({ code: "OFFLINE", status: 0, requestId: null });
