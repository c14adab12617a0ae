import type { z } from "zod";
import type { KeyedAnswer } from "../../once-per-key.ts";

/** The answer of a route as JSON text. @throws ZodError if it violates the route's schema, which is our bug. */
export function answerOf(
  endpoint: { readonly answer: z.ZodType; readonly status?: number },
  result: unknown,
): KeyedAnswer {
  const answer = JSON.stringify(endpoint.answer.parse(result));
  return { status: endpoint.status ?? 200, answer, replayed: false };
}
