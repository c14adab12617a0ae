import pg from "pg";
import * as z from "zod";

const text = z.string();

/** Names one sign-in, as an argument of a command. */
export const signInSchema = z.object({
  provider: text,
  issuer: text,
  tenant: text,
  subject: text,
  providerSessionId: text,
  clientId: text,
});

const statementSchema = z.object({ name: text, text });

/** Notes from here on each named statement that the driver sends, with its values. */
export function noteSent(): object[] {
  const sent: object[] = [];
  const send: unknown = Reflect.get(pg.Client.prototype, "query");
  if (typeof send !== "function") throw new TypeError("The driver has no query");
  Object.defineProperty(pg.Client.prototype, "query", {
    value(this: pg.Client, ...args: readonly unknown[]): unknown {
      const [statement, values] = args;
      const named = statementSchema.safeParse(statement);
      if (named.success) sent.push({ ...named.data, values });
      return Reflect.apply(send, this, args);
    },
  });
  return sent;
}
