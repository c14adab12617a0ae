import { randomUUID } from "node:crypto";
import * as z from "zod";
import { ACCESS_REASON_HEADER } from "../../contract/accounts/support-vocabulary.ts";
import type { ProblemCode } from "../../contract/problems.ts";
import { TourFailure, expectEqual } from "./expect-equal.ts";
import type { Page } from "./page.ts";

/** Sends a request and prints it with its answer; `tell` describes the answer. */
export async function callApi<T>(
  { api, page }: { readonly api: string; readonly page: Page },
  request: ApiRequest<T>,
  describe: (data: T) => string,
): Promise<ApiAnswer<T>> {
  page.sent(requestLine(request), shownBody(request.body));
  const answer = await askApi(api, request);
  page.came(`${answer.status} ${describe(answer.data)}`);
  return answer;
}

/** One request to the public API, and the expected schema of its answer. */
export interface ApiRequest<T> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH";
  readonly path: string;
  readonly token?: string;
  readonly body?: object;
  /** Adds a fresh Idempotency-Key. */
  readonly keyed?: true;
  /** Reason for reading records of other people. */
  readonly reason?: string;
  /** Expected status; 200 by default. */
  readonly status?: 200 | 201;
  readonly answer: z.ZodType<T>;
}

/** A valid answer. */
export interface ApiAnswer<T> {
  readonly status: number;
  readonly data: T;
  /** `data` as received, its keys in wire order. */
  readonly wire: unknown;
  readonly serverTime: string;
}

const LONGEST_ANSWER_MS = 15_000;

const Envelope = z.object({ data: z.unknown(), meta: z.object({ serverTime: z.string() }) });
const Problem = z.object({
  code: z.string(),
  detail: z.string(),
  requestId: z.string(),
  errors: z.array(z.object({ pointer: z.string(), message: z.string() })).default([]),
});

/** Sends a request. Throws TourFailure for no answer, another status or another schema. */
export async function askApi<T>(api: string, request: ApiRequest<T>): Promise<ApiAnswer<T>> {
  const what = requestLine(request);
  const response = await send(api, request).catch((error: unknown) => {
    throw new TourFailure(what, { expected: "an answer", actual: describeFault(error) });
  });
  const text = await response.text();
  const { status = 200 } = request;
  if (response.status !== status) {
    const actual = `${response.status} ${describeProblem(text)}`;
    throw new TourFailure(what, { expected: String(status), actual });
  }
  const envelope = Envelope.parse(toJson(text));
  const data = request.answer.safeParse(envelope.data);
  if (!data.success) {
    const actual = z.prettifyError(data.error);
    throw new TourFailure(`${what}: its answer`, { expected: "the documented schema", actual });
  }
  const { serverTime } = envelope.meta;
  return { status, data: data.data, wire: envelope.data, serverTime };
}

/** Sends a request that the API has to refuse, and prints the refusal. Throws TourFailure. */
export async function callRefused(
  { api, page }: { readonly api: string; readonly page: Page },
  request: Omit<ApiRequest<unknown>, "answer" | "status">,
  refusal: { readonly status: number; readonly code: ProblemCode },
): Promise<void> {
  page.sent(requestLine(request), shownBody(request.body));
  const response = await send(api, request);
  const text = await response.text();
  page.came(`${response.status} ${describeProblem(text)}`);
  const problem = Problem.safeParse(toJson(text));
  const { status } = response;
  expectEqual(requestLine(request), { status, code: problem.data?.code ?? "none" }, refusal);
}

/** Headers and body as sent, for the one request whose answer is never read. */
export function wireForm({
  token,
  body,
  keyed,
  reason,
}: Pick<ApiRequest<unknown>, "token" | "body" | "keyed" | "reason">) {
  const headers: Record<string, string> = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(keyed === undefined ? {} : { "idempotency-key": randomUUID() }),
    ...(reason === undefined ? {} : { [ACCESS_REASON_HEADER]: reason }),
  };
  return { headers, body: body === undefined ? null : JSON.stringify(body) };
}

export const requestLine = ({ method, path }: Pick<ApiRequest<unknown>, "method" | "path">) =>
  `${method} ${path}`;

function send(
  api: string,
  request: Pick<ApiRequest<unknown>, "method" | "path" | "token" | "body" | "keyed" | "reason">,
): Promise<Response> {
  const signal = AbortSignal.timeout(LONGEST_ANSWER_MS);
  return fetch(`${api}${request.path}`, { method: request.method, ...wireForm(request), signal });
}

/** Fields that grant access to their holder: they are sent, but not printed. */
const ADMITTING = ["invitationToken", "accessToken"];

function shownBody(body: object | undefined): string | undefined {
  if (body === undefined) return undefined;
  return JSON.stringify(body, (key, value: unknown) => (ADMITTING.includes(key) ? "…" : value));
}

function describeProblem(text: string): string {
  const problem = Problem.safeParse(toJson(text));
  if (!problem.success) return text.slice(0, 200);
  const { code, detail, requestId, errors } = problem.data;
  const places = errors.map(({ pointer, message }) => ` ${pointer} ${message};`).join("");
  return `${code}: ${detail}${places} (request ${requestId})`;
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
