import { Client } from "@temporalio/client";
import { openTemporalLink } from "../../../workers/outside/open-temporal-link.ts";
import type { TemporalOptions } from "../../../workers/outside/temporal-options.ts";

/** A client of a Temporal that refuses every second of these calls with RESOURCE_EXHAUSTED. */
export function openBusyClient(options: TemporalOptions, names: readonly string[]): BusyClient {
  const link = openTemporalLink(options);
  const refused: string[] = [];
  let calls = 0;
  const stub = new Proxy(link.workflowService, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function" || !names.includes(String(name))) return member;
      return async (...sent: readonly unknown[]) => {
        calls += 1;
        if (calls % 2 !== 0) {
          refused.push(String(name));
          throw busy();
        }
        const answer: unknown = await Reflect.apply(member, target, [...sent]);
        return answer;
      };
    },
  });
  const connection = { ...link, workflowService: stub };
  return { client: new Client({ connection, namespace: options.namespace }), refused };
}

/** The client, and the names of the calls that were refused. */
export interface BusyClient {
  readonly client: Client;
  readonly refused: readonly string[];
}

const busy = () =>
  Object.assign(new Error("8 RESOURCE_EXHAUSTED: namespace rate limit exceeded"), {
    code: 8,
    details: "namespace rate limit exceeded",
    metadata: new Map(),
  });
