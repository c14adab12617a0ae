import { readFileSync } from "node:fs";
import { parse } from "yaml";
import * as z from "zod";

const Part = z.object({
  image: z.string(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  restart: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
});
export type Part = z.infer<typeof Part>;

const Compose = z.object({ services: z.record(z.string(), Part) });

const repository = new URL("../../", import.meta.url);

/** Reads a file of the repository. */
export const readText = (path: string): string => readFileSync(new URL(path, repository), "utf8");

/** The parts of the production shape by name, what they share merged in, variables as they stand. */
export function readParts(): ReadonlyMap<string, Part> {
  const document: unknown = parse(readText("docker-compose.yml"), { merge: true });
  return new Map(Object.entries(Compose.parse(document).services));
}

/** Names of the variables that a text takes from the environment of compose. */
export const variablesIn = (text: string): string[] =>
  [...text.matchAll(/\$\{([A-Z0-9_]+)(?::[?-][^}]*)?\}/g)].map(([, name = ""]) => name);

/** The text with its variables filled in, a default where there is no value. */
export function interpolate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    /\$\{([A-Z0-9_]+)(?::[?-]([^}]*))?\}/g,
    (_match, name: string, fallback: string | undefined) => values[name] ?? fallback ?? "",
  );
}
