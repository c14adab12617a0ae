import type { StackPorts } from "../../launcher-config.ts";
import type { NeededPort } from "../../processes/ports.ts";
import { PORT_VARIABLES } from "../../launcher-config.ts";
import { NATIVE_PARTS } from "./native-parts.ts";

/** The ports of the native production shape by name: those of `npm start`, and inner ones that only its parts use. */
export function productionPorts(stack: StackPorts, firstInner: number): ProductionPorts {
  const inner = Object.fromEntries(INNER.map((name, place) => [name, firstInner + place]));
  return { ...stack, inner };
}

export type ProductionPorts = StackPorts & { readonly inner: Readonly<Record<string, number>> };

/** Everything that listens, in the order of its port. */
const INNER: readonly string[] = [
  ...NATIVE_PARTS.postgres,
  ...NATIVE_PARTS.api,
  ...[NATIVE_PARTS.api, NATIVE_PARTS.worker, NATIVE_PARTS.relay]
    .flat()
    .map((member) => `${member}-health`),
  ...NATIVE_PARTS.temporal,
  ...NATIVE_PARTS.temporal.map((member) => `${member}-members`),
  "keycloak-health",
  "prometheus",
];

/** The port of an inner listener. */
export function innerPort({ inner }: ProductionPorts, name: string): number {
  const port = inner[name];
  if (port === undefined) throw new Error(`No port has the name ${name}.`);
  return port;
}

/** Every port, with the variable that moves it. */
export function neededPorts(ports: ProductionPorts): readonly NeededPort[] {
  const inner = Object.values(ports.inner).map((port) => ({ port, variable: "PRODUCTION_PORT" }));
  const outer = OUTER.map((name) => ({ port: ports[name], variable: PORT_VARIABLES[name] }));
  return [...outer, ...inner];
}

const OUTER = [
  "api",
  "provider",
  "mailbox",
  "exercises",
  "temporal",
  "temporalUi",
  "postgres",
] as const satisfies readonly (keyof StackPorts)[];
