import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** Passwords and keys of one embedded stack, drawn once and kept with its data. */
export type StackSecrets = z.infer<typeof StackSecrets>;

const StackSecrets = z.strictObject({
  passwords: z.strictObject({ superuser: z.string(), owner: z.string(), app: z.string() }),
  invitationKey: z.string(),
  cursorKey: z.string(),
  hashKey: z.string(),
});

/** Reads the secrets of a data folder, or draws them. */
export function openStackSecrets(directory: string): StackSecrets {
  const file = join(directory, "secrets.json");
  if (existsSync(file)) return StackSecrets.parse(JSON.parse(readFileSync(file, "utf8")));
  const key = () => randomBytes(32).toString("base64");
  const password = () => randomBytes(16).toString("hex");
  const secrets = {
    passwords: { superuser: password(), owner: password(), app: password() },
    invitationKey: key(),
    cursorKey: key(),
    hashKey: key(),
  };
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}
