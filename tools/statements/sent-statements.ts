import pg from "pg";
import * as z from "zod";

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

const statementSchema = z.object({ name: text, text });
/** A statement without a name, which PostgreSQL plans each time for its values. */
const unnamedSchema = text.transform((value) => ({ text: value }));

/** From now on, records each statement that the driver sends, with its values: only named ones by default. */
export function noteSent({ isNamed = true }: { readonly isNamed?: boolean } = {}): object[] {
  const wanted = isNamed ? statementSchema : z.union([statementSchema, unnamedSchema]);
  const sent: object[] = [];
  const send: unknown = Reflect.get(pg.Client.prototype, "query");
  if (typeof send !== "function") throw new TypeError("The driver has no query function");
  Object.defineProperty(pg.Client.prototype, "query", {
    value(this: pg.Client, ...args: readonly unknown[]): unknown {
      const [statement, values] = args;
      const noted = wanted.safeParse(statement);
      if (noted.success) sent.push({ ...noted.data, values });
      return Reflect.apply(send, this, args);
    },
  });
  return sent;
}
