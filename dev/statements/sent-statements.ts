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
/** A text without a name, which is planned each time for the values that it has. */
const unnamedSchema = text.transform((said) => ({ text: said }));

/** Notes from here on each statement that the driver sends, with its values: the named ones, unless all are wanted. */
export function noteSent({ isNamed = true }: { readonly isNamed?: boolean } = {}): object[] {
  const wanted = isNamed ? statementSchema : z.union([statementSchema, unnamedSchema]);
  const sent: object[] = [];
  const send: unknown = Reflect.get(pg.Client.prototype, "query");
  if (typeof send !== "function") throw new TypeError("The driver has no query");
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
