import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { z } from "zod";
import type { Access } from "../../guard/access.ts";
import type { ReadEndpoint } from "../../endpoint.ts";
import { isTextAnswer, type TextAnswer } from "../../text-answer.ts";
import { answerOf } from "./answer-of.ts";
import type { Reply, Served } from "./served.ts";
import { withPosition } from "../standby/cursor-position.ts";
import { splitCursor } from "../standby/standby-request.ts";

/** Runs a read: at the standby if it may answer, otherwise at the primary. */
export async function runRead(endpoint: AnyRead, served: Served): Promise<Reply> {
  const { input, standby } = served;
  if (standby === null) return await readPrimary(endpoint, served);
  const { query, cursor } = splitCursor(input.query);
  const own = { ...served, input: { ...input, query } };
  const { granted } = input;
  const answered = await standby.read({ granted, cursor }, (em) => handled(endpoint, own, em));
  if (answered === null) return await readPrimary(endpoint, own);
  const { found, position } = answered;
  const reply = replyTo(endpoint, own, {
    ...found,
    answer: position === null ? found.answer : continuedAt(found.answer, position),
  });
  return { ...reply, position };
}

type AnyRead = ReadEndpoint<Access, unknown, unknown, unknown, unknown>;

/** The result of a handler, and when the database was read. */
interface Handled {
  readonly answer: unknown;
  readonly asOf: Date | null;
}

async function readPrimary(endpoint: AnyRead, served: Served): Promise<Reply> {
  return replyTo(endpoint, served, await handled(endpoint, served, null));
}

async function handled(
  endpoint: AnyRead,
  served: Served,
  em: SqlEntityManager | null,
): Promise<Handled> {
  let asOf: Date | null = null;
  const answer = await endpoint.handle(readInput(served, em, (at) => (asOf = at)));
  return { answer, asOf };
}

function replyTo(endpoint: AnyRead, served: Served, { answer, asOf }: Handled): Reply {
  if (isTextAnswer(answer)) return { ...passOn(endpoint, answer, served), asOf };
  return { ...answerOf(endpoint, answer), asOf };
}

/** Most reads have prefetched their whole answer, and query nothing more. */
function readInput(
  { input, found, knownTags, guardAgain }: Served,
  given: SqlEntityManager | null,
  dateAnswer: (asOf: Date) => void,
) {
  let em = given;
  return {
    ...input,
    found,
    dateAnswer,
    knownTags,
    guardAgain,
    get em() {
      em ??= input.deps.database.em.fork();
      return em;
    },
  };
}

/** A page whose next one begins at its position. */
function continuedAt(answer: unknown, position: string): unknown {
  if (typeof answer !== "object" || answer === null) return answer;
  const cursor: unknown = Reflect.get(answer, "nextCursor");
  return typeof cursor === "string"
    ? { ...answer, nextCursor: withPosition(cursor, position) }
    : answer;
}

/** Sends an answer that is JSON text, or an empty one if the caller's tag is valid. */
function passOn(
  endpoint: { readonly answer: z.ZodType },
  { json, tag }: TextAnswer,
  { isProved }: Served,
): Reply {
  if (json === null) return { status: 304, answer: "", replayed: false, tag };
  if (isProved()) endpoint.answer.parse(JSON.parse(json));
  return { status: 200, answer: json, replayed: false, tag };
}
