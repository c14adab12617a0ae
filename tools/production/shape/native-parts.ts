import { fileURLToPath } from "node:url";
import { type Part, readParts } from "./compose-file.ts";

/**
 * The processes in which each service of docker-compose.yml runs natively (`npm run production`). Command, environment,
 * memory, ports, health check and order are read from the compose file and stand nowhere else.
 */
export const NATIVE_PARTS = {
  postgres: ["database_1", "database_2", "database_3"],
  migrate: ["migrate"],
  api: ["api-1", "api-2"],
  worker: ["worker-1", "worker-2"],
  relay: ["relay-1", "relay-2"],
  "temporal-schema": ["temporal-schema"],
  temporal: [
    "temporal-frontend",
    "temporal-history-1",
    "temporal-history-2",
    "temporal-matching",
    "temporal-worker",
  ],
  "temporal-namespace": ["temporal-namespace"],
  "temporal-ui": ["temporal-ui"],
  keycloak: ["keycloak"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A service of the compose file that runs natively. */
export type ComposedPart = keyof typeof NATIVE_PARTS;

/** Services that do not run natively, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  "keycloak-console": "The native Keycloak has its console itself: the first accounts need it.",
  proxy: "The native proxy balances several APIs, and leads to the database too.",
};

/** Parts that only the native shape has, each with those it waits for. */
const ADDED_PARTS = {
  /** Leads clients to the primary and to an API; several of each have one address only through it. */
  proxy: ["postgres"],
  /** Receives the mail that goes to a mail server otherwise. */
  mailbox: [],
  /** Answers as the provider of exercises. */
  "exercise-provider": [],
  /** Builds the console, which the image contains. */
  pages: [],
  prometheus: [],
} as const satisfies Readonly<Record<string, readonly ComposedPart[]>>;

type AddedPart = keyof typeof ADDED_PARTS;

/** Services that need more than the compose file says, because the image or another network provides it there. */
const FURTHER_NEEDS: Partial<Record<ComposedPart, readonly PartName[]>> = {
  // An API without the keys of its provider is not ready.
  api: ["pages", "exercise-provider", "keycloak"],
  relay: ["mailbox"],
  keycloak: ["mailbox"],
};

/** A part, and those that are ready before it starts. */
export type OrderedPart = { readonly name: PartName; readonly after: readonly PartName[] };
export type PartName = ComposedPart | AddedPart;

/** All parts with their order: the compose file's, and whoever needs the database also needs the proxy. */
export function nativeOrder(parts = readParts()): readonly OrderedPart[] {
  const composed = composedNames().map((name) => {
    const needed = Object.keys(composedPart(name, parts).depends_on).filter(isComposed);
    const proxy = needed.includes("postgres") ? (["proxy"] as const) : [];
    return { name, after: [...needed, ...proxy, ...(FURTHER_NEEDS[name] ?? [])] };
  });
  const added = addedNames().map((name) => ({ name, after: ADDED_PARTS[name] }));
  return [...composed, ...added];
}

/** Names of the processes of a part. */
export function membersOf(name: PartName): readonly string[] {
  if (isComposed(name)) return NATIVE_PARTS[name];
  return name === "proxy" ? ["haproxy"] : [name];
}

/** A service as the compose file describes it. */
export function composedPart(name: ComposedPart, parts = readParts()): Part {
  const part = parts.get(name);
  if (part === undefined) throw new Error(`docker-compose.yml has no service ${name}.`);
  return part;
}

/** The flags with which the compose file starts PostgreSQL, by name. */
export function serverFlags(): Readonly<Record<string, string>> {
  const flags = commandOf("postgres").flatMap((word) => {
    const [, name, value] = /^--(\w+)=(.+)$/.exec(word) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(flags);
}

/** The words of a service's command. */
export const commandOf = (name: ComposedPart): readonly string[] =>
  [composedPart(name).command ?? []].flat();

/** Path of the health check that a service answers by HTTP. */
export function healthPath(name: ComposedPart): string {
  const test = composedPart(name).healthcheck?.test.join(" ") ?? "";
  const [, path] = /(?:http:\/\/127\.0\.0\.1:\d+|GET )(\/[\w/]+)/.exec(test) ?? [];
  if (path === undefined) throw new Error(`${name} has no health check by HTTP.`);
  return path;
}

/** The file of this repository that a service has at a path. */
export function mountedFile(name: ComposedPart, path: string): string {
  const volume = composedPart(name).volumes.find((one) => one.split(":")[1] === path);
  if (volume === undefined) throw new Error(`${name} has no file ${path}.`);
  return fileURLToPath(new URL(`../../../${volume.split(":")[0] ?? ""}`, import.meta.url));
}

/** Whether a name is that of a service which runs natively. */
export const isComposed = (name: string): name is ComposedPart => name in NATIVE_PARTS;
const composedNames = () => Object.keys(NATIVE_PARTS).filter(isComposed);
const isAdded = (name: string): name is AddedPart => name in ADDED_PARTS;
const addedNames = () => Object.keys(ADDED_PARTS).filter(isAdded);
