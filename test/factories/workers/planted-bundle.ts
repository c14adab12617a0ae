import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildBundle, type WorkflowBundle } from "../../../workers/worker/build-bundle.ts";

const DIRECTORY = join(import.meta.dirname, "../../../node_modules/.cache/sideline-planted");

/** Builds a bundle with a test's workflows and those of the product. */
export async function plantedBundle(name: string, source: string): Promise<WorkflowBundle> {
  mkdirSync(DIRECTORY, { recursive: true });
  const entry = join(DIRECTORY, `${name}.js`);
  writeFileSync(entry, source);
  return await buildBundle(entry);
}

const built = new Map<string, Promise<string>>();

/** The same as a file, for a worker or a replay; built once for all tests of a file. */
export function plantedBundlePath(name: string, source: string): Promise<string> {
  const path = built.get(source) ?? writeBundle(name, source);
  built.set(source, path);
  return path;
}

async function writeBundle(name: string, source: string): Promise<string> {
  const { code } = await plantedBundle(name, source);
  const path = join(DIRECTORY, `${name}.bundle.js`);
  writeFileSync(path, code);
  return path;
}
