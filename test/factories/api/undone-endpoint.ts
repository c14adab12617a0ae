import { sql } from "kysely";
import type { Access } from "../../../api/guard/access.ts";
import type { ActEndpoint, Endpoint } from "../../../api/endpoint.ts";

type Act = ActEndpoint<Access, unknown, unknown, unknown, unknown>;

/**
 * The same route, whose act is rolled back after its answer, so that requests do not affect each other. Every request
 * that reaches the act or query calls `onReached`.
 */
export function undoneEndpoint(
  endpoint: Endpoint,
  onReached: (requestId: string) => void,
): Endpoint {
  switch (endpoint.kind) {
    case "read": {
      const handle: typeof endpoint.handle = (input) => {
        onReached(input.request.requestId);
        return endpoint.handle(input);
      };
      return { ...endpoint, handle };
    }
    case "unmanaged": {
      const handle: typeof endpoint.handle = (input) => {
        onReached(input.request.requestId);
        return endpoint.handle(input);
      };
      return { ...endpoint, handle };
    }
    case "stream": {
      const handle: typeof endpoint.handle = (input) => {
        onReached(input.request.requestId);
        return endpoint.handle(input);
      };
      return { ...endpoint, handle };
    }
    case "act": {
      const handle: Act["handle"] = (input) => {
        onReached(input.request.requestId);
        return undone(endpoint, input);
      };
      return { ...endpoint, handle };
    }
  }
}

async function undone(endpoint: Act, input: Parameters<Act["handle"]>[0]): Promise<unknown> {
  const { tx } = input;
  await sql`savepoint before_act`.execute(tx.getKysely());
  const answer = await endpoint.handle(input);
  await tx.flush();
  await sql`rollback to savepoint before_act`.execute(tx.getKysely());
  tx.clear();
  return answer;
}
