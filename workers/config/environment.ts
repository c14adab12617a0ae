import * as z from "zod";

/** Environment variables by name; an empty variable counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** All mistakes of an environment at once, one line per variable; never a value. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];
  constructor(mistakes: readonly string[]) {
    super(["The configuration is not usable:", ...mistakes.map((line) => `  ${line}`)].join("\n"));
    this.name = "ConfigError";
    this.mistakes = mistakes;
  }
}

/**
 * Parses the variables named in `fields` and ignores all others. `furtherMistakes` covers mistakes that no single
 * variable shows. Throws ConfigError.
 */
export function parseEnvironment<F extends z.ZodRawShape>(
  fields: z.ZodObject<F>,
  env: Environment,
  furtherMistakes: readonly string[] = [],
): z.output<z.ZodObject<F>> {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = fields.safeParse(set);
  if (parsed.success && furtherMistakes.length === 0) return parsed.data;
  const mistakes = parsed.success
    ? []
    : parsed.error.issues.map((issue) => describeIssue(issue, set));
  throw new ConfigError(onePerVariable([...mistakes, ...furtherMistakes]));
}

/** A switch. */
export const onOrOff = () => z.enum(["on", "off"], { error: "has to be on or off" });

// The first mistake of a variable says what to change; the others usually follow from it, as they do from a file that
// cannot be read.
function onePerVariable(mistakes: readonly string[]): string[] {
  const first = new Map(mistakes.toReversed().map((line) => [line.split(":", 1).join(""), line]));
  return [...first]
    .filter(([name]) => !first.has(`${name}_FILE`))
    .map(([, line]) => line)
    .toSorted();
}

function describeIssue({ path, message }: z.core.$ZodIssue, set: Environment): string {
  const name = String(path[0]);
  return `${name}: ${set[name] === undefined ? "is required" : message}`;
}

/** A whole number within limits, in digits. */
export function wholeNumber(least: number, most: number) {
  const message = `has to be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);
}

/** A TCP port. */
export const port = () => wholeNumber(1, 65_535);

/** An absolute URL with one of the protocols. */
export function address(...protocols: readonly string[]) {
  const message = `has to be an address that begins with ${protocols.join(" or ")}`;
  return z
    .string()
    .refine((text) => protocols.some((protocol) => text.startsWith(protocol)), message)
    .refine((text) => URL.canParse(text), message);
}
