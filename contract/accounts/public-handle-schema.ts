import * as z from "zod";
import { HANDLE_LENGTH, RESERVED_HANDLES } from "./public-handle-words.ts";

/**
 * A coach's public handle: ASCII letters, digits and single hyphens between them, folded to lower case. A dot would
 * read like a host, and two kinds of separators would make handles that look alike
 * (docs/rooms/accounts.md#public-handles).
 */
export const publicHandleSchema = z
  .string()
  .min(HANDLE_LENGTH.min)
  .max(HANDLE_LENGTH.max)
  .regex(/^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/, {
    error: "A handle has letters from a to z, digits, and single hyphens between them",
  })
  // Only ASCII is left here, so the folding depends on no language.
  .transform((handle) => handle.toLowerCase())
  .refine((handle) => !isReserved(handle), { error: "This handle is reserved" })
  .describe(
    "From 3 to 30 letters from a to z, digits, and single hyphens between them. Upper case is folded, reserved words are refused.",
  );

function isReserved(handle: string): boolean {
  const plain = handle.replaceAll("-", "");
  return plain.includes("sideline") || RESERVED_HANDLES.has(plain);
}
