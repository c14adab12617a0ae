import * as z from "zod";
import { onPacket } from "../../db/platform/pipeline/on-packet.ts";
import type { Statement } from "../../db/platform/pipeline/statement.ts";

const text = z.string();

/** A sign-in, as a command-line argument. */
export const signInSchema = z.object({
  provider: text,
  issuer: text,
  tenant: text,
  subject: text,
  providerSessionId: text,
  clientId: text,
});

/** From now on, records each statement that this process sends: only named ones by default. */
export function noteSent({ isNamed = true }: { readonly isNamed?: boolean } = {}): Statement[] {
  const sent: Statement[] = [];
  onPacket((packet) => {
    sent.push(...packet.filter(({ name }) => !isNamed || name !== null));
  });
  return sent;
}
