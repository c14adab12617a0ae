import { readFileSync } from "node:fs";
import { parse } from "yaml";
import * as z from "zod";

const Part = z.object({
  image: z.string(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  entrypoint: z.array(z.string()).optional(),
  restart: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  networks: z.array(z.string()).default([]),
  secrets: z.array(z.string()).default([]),
  profiles: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  mem_limit: z.string().optional(),
  cpus: z.string().optional(),
  pids_limit: z.int().optional(),
  logging: z.object({ driver: z.string(), options: z.record(z.string(), z.string()) }).optional(),
  stop_grace_period: z.string().optional(),
});
export type Part = z.infer<typeof Part>;

const Compose = z.object({
  services: z.record(z.string(), Part),
  networks: z.record(z.string(), z.object({ internal: z.boolean().default(false) })),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

/** It also changes services of the compose file, which have their image there. */
const Addition = z.object({
  services: z.record(z.string(), z.looseObject({ image: z.string().optional() })),
});

const repository = new URL("../../../", import.meta.url);

/** Reads a file of the repository. */
export const readText = (path: string): string => readFileSync(new URL(path, repository), "utf8");

function readCompose(): z.infer<typeof Compose> {
  const document: unknown = parse(readText("docker-compose.yml"), { merge: true });
  return Compose.parse(document);
}

/** The services of the compose file by name, with shared parts merged and variables unresolved. */
export function readParts(): ReadonlyMap<string, Part> {
  return new Map(Object.entries(readCompose().services));
}

/** The services that a file of deploy/compose adds. */
export function readAddedParts(addition: string): ReadonlyMap<string, Part> {
  const document: unknown = parse(readText(`deploy/compose/${addition}.yml`), { merge: true });
  const { services } = Addition.parse(document);
  const own = Object.entries(services).filter(([, { image }]) => image !== undefined);
  return new Map(own.map(([name, part]) => [name, Part.parse(part)]));
}

/** Names of the networks that are reachable from outside and publish ports. */
export function openNetworks(): readonly string[] {
  const { networks } = readCompose();
  return Object.keys(networks).filter((name) => networks[name]?.internal === false);
}

/** Files of the secrets by name, with variables unresolved. */
export function secretFiles(): Readonly<Record<string, string>> {
  const { secrets } = readCompose();
  return Object.fromEntries(Object.entries(secrets).map(([name, { file }]) => [name, file]));
}

/** Names of the variables that a text takes from the environment of compose. */
export const variablesIn = (text: string): string[] =>
  [...text.matchAll(/\$\{([A-Z0-9_]+)(?::[?-][^}]*)?\}/g)].map(([, name = ""]) => name);

/** The text with its variables replaced, using the default if there is no value. */
export function interpolate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    /\$\{([A-Z0-9_]+)(?::[?-]([^}]*))?\}/g,
    (_match, name: string, fallback: string | undefined) => values[name] ?? fallback ?? "",
  );
}

/** Whether an image always names the same program: by digest, or by a version with at least two numbers. */
export const isPinned = (image: string): boolean =>
  /@sha256:[\da-f]{64}$|:\d+(\.\d+){1,2}(-[\w.-]+)?$/.test(image);
