import { readFileSync } from "node:fs";

/** An environment in which each `X_FILE` is replaced by `X`, the content of that file, as deploy/with-secrets.sh does. */
export function withSecrets(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) =>
      name.endsWith("_FILE")
        ? [name.replace(/_FILE$/, ""), readFileSync(value, "utf8").replace(/\n$/, "")]
        : [name, value],
    ),
  );
}
