import pg from "pg";

/** What ran, and the first words of every statement the drivers of this process sent meanwhile. */
export interface Recorded<T> {
  readonly result: T;
  readonly statements: readonly string[];
}

/** Runs `work` and notes every statement any PostgreSQL client of this process sends meanwhile. */
export async function recordStatements<T>(work: () => Promise<T>): Promise<Recorded<T>> {
  const statements: string[] = [];
  const original = pg.Client.prototype.query;
  const spy: typeof original = function (this: pg.Client, ...args: Parameters<typeof original>) {
    statements.push(firstWords(args[0]));
    return Reflect.apply(original, this, args);
  };
  pg.Client.prototype.query = spy;
  try {
    return { result: await work(), statements };
  } finally {
    pg.Client.prototype.query = original;
  }
}

function firstWords(query: unknown): string {
  const text =
    typeof query === "string"
      ? query
      : typeof query === "object" && query !== null && "text" in query
        ? String(query.text)
        : "";
  return text.trim().split(/\s+/).slice(0, 4).join(" ");
}
