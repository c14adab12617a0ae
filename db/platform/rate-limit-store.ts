import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { CompiledQuery } from "kysely";

/** A client for rate-limiter-flexible over the product's own pool, for the table `rate_limit`. */
export function rateLimitStore(em: SqlEntityManager) {
  return {
    query: async ({ text, values = [] }: LimiterStatement) => {
      const { rows, numAffectedRows } = await em
        .fork()
        .getKysely()
        .executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]));
      return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
    },
  };
}

/** The form of the statements of rate-limiter-flexible. */
interface LimiterStatement {
  readonly text: string;
  readonly values?: readonly unknown[];
}
