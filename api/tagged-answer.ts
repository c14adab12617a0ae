import { createHash } from "node:crypto";
import type { z } from "zod";
import { type TextAnswer, textAnswer, unchangedAnswer, weakTag } from "./text-answer.ts";

/**
 * An answer with the hash of its content as its ETag, for lists that are read again on focus. A caller with the same
 * content gets 304 (docs/rooms/wire.md#lists-with-a-tag). A new format of the answer has another hash.
 *
 * @param knownTags tags from `If-None-Match`, without their quotes.
 */
export function taggedAnswer<Answer>(
  schema: z.ZodType<Answer>,
  answer: Answer,
  knownTags: readonly string[],
): TextAnswer {
  const json = JSON.stringify(schema.parse(answer));
  const tag = createHash("sha256").update(json).digest("base64url").slice(0, TAG_LENGTH);
  return knownTags.includes(tag) ? unchangedAnswer(weakTag(tag)) : textAnswer(json, weakTag(tag));
}

const TAG_LENGTH = 22;
