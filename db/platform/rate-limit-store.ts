import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { CompiledQuery } from "kysely";

/** The statement shape that rate-limiter-flexible sends. */
interface LimiterStatement {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** A client for rate-limiter-flexible over the product's own pool, for table `rate_limit`. */
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
