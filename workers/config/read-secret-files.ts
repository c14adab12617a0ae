import { readFileSync } from "node:fs";
import type { Environment } from "./environment.ts";
import { fileNameOf } from "./setting-notes.ts";

/**
 * Reads the settings that are given as files: `X_FILE` names the file with the value of `X`. One newline at its end
 * does not count. Mistakes name the setting, never a value.
 */
export function readSecretFiles(env: Environment, names: readonly string[]): ReadSecretFiles {
  const values: Record<string, string> = {};
  const mistakes: string[] = [];
  for (const name of names) {
    const variable = fileNameOf(name);
    const path = env[variable] ?? "";
    if (path === "") continue;
    if ((env[name] ?? "") !== "") {
      mistakes.push(`${variable}: is set together with ${name}; remove one of them`);
      continue;
    }
    const read = readValue(path);
    if ("value" in read) values[name] = read.value;
    else mistakes.push(`${variable}: ${read.mistake}`);
  }
  return { env: { ...env, ...values }, mistakes };
}

/** An environment with the values of its files, and the files that have none. */
export interface ReadSecretFiles {
  readonly env: Environment;
  readonly mistakes: readonly string[];
}

/** The longest chain of certificates is far shorter. */
const MOST_BYTES = 256 * 1024;

function readValue(path: string): { readonly value: string } | { readonly mistake: string } {
  try {
    const bytes = readFileSync(path);
    if (bytes.length > MOST_BYTES)
      return { mistake: "names a file of more than 256 KiB; name the file of the value alone" };
    const value = bytes.toString("utf8").replace(/\r?\n$/, "");
    return value === "" ? { mistake: "names an empty file; write the value into it" } : { value };
  } catch (error) {
    return {
      mistake: `names a file that cannot be read (${codeOf(error)}); check path and rights`,
    };
  }
}

function codeOf(error: unknown): string {
  return Error.isError(error) && "code" in error ? String(error.code) : "unknown";
}
