import { signIn } from "../../tools/stack/sign-in.ts";
import { buildPhones, type Phone } from "../phones/phones.ts";
import type { BenchStack } from "../stack/stack.ts";
import { DATABASE } from "./drill-environment.ts";
import type { DrillStack } from "./drill-types.ts";

/** Registers phones with tasks of today at a drill's stack. */
export async function drillPhones(stack: DrillStack, count: number): Promise<readonly Phone[]> {
  return await buildPhones(asBenchStack(stack), count);
}

/** A drill's stack as the helpers of benchmarks see it. */
export function asBenchStack(stack: DrillStack): BenchStack {
  const { cluster, databasePort, keycloak, stop, urls } = stack;
  const enter = keycloak?.enter ?? signIn;
  const unused = async () => {
    throw new Error("A drill runs no command of the benchmark's stack");
  };
  return {
    urls,
    temporal: { address: "", namespace: "", taskQueue: "" },
    database: {
      url: cluster.appUrl(DATABASE, databasePort),
      ownerUrl: cluster.ownerUrl(DATABASE, databasePort),
    },
    pids: {},
    token: async (email, client) => {
      const clientId = `sideline-${client}`;
      return (await enter({ issuer: urls.provider, clientId, email })).accessToken;
    },
    enter,
    run: unused,
    superuserUrl: cluster.superuserUrl(DATABASE, databasePort),
    postgresLog: "",
    counted: unused,
    stop,
  };
}
