import { PORT_VARIABLES } from "../launcher-config.ts";
import { requireFreePorts } from "../processes/ports.ts";
import { startsFakeExercises } from "./stack-environment.ts";
import type { StackOptions } from "./stack-options.ts";

/** Throws PortsBusy if another program listens on a port that the stack needs; names all of them. */
export async function requireStackPorts({
  env,
  idp,
  ports,
}: Pick<StackOptions, "env" | "idp" | "ports">): Promise<void> {
  const own = [
    ...(idp === "keycloak" ? (["mailbox"] as const) : []),
    ...(startsFakeExercises(env) ? (["exercises"] as const) : []),
  ];
  const needed = ["postgres", "temporal", "temporalUi", "provider", "api", ...own] as const;
  await requireFreePorts(
    needed.map((name) => ({ port: ports[name], variable: PORT_VARIABLES[name] })),
  );
}
