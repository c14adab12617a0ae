import { LOGIN_ROLES } from "../provider/accounts.ts";
import type { KeycloakAdmin } from "./keycloak-admin.ts";

/**
 * Creates the account if it is missing; an existing one keeps name and password. If roles are listed, it has exactly
 * those.
 */
export async function ensureAccount(admin: KeycloakAdmin, account: KeycloakAccount): Promise<void> {
  const path = `users?email=${encodeURIComponent(account.email)}&exact=true`;
  if ((await admin.list(path)).length === 0) await admin.send("POST", "users", newUser(account));
  const { id } = await admin.find(path);
  const mappings = `users/${id}/role-mappings/realm`;
  const granted = new Set((await admin.list(mappings)).map(({ name }) => name));
  for (const role of account.roles === undefined ? [] : LOGIN_ROLES) {
    const wanted = account.roles?.includes(role) === true;
    if (wanted === granted.has(role)) continue;
    const rows = await admin.list(`roles?search=${role}`);
    await admin.send(
      wanted ? "POST" : "DELETE",
      mappings,
      rows.filter(({ name }) => name === role),
    );
  }
}

/** A person with a verified e-mail address. */
export type KeycloakAccount = {
  readonly email: string;
  /** First and last name. */
  readonly name?: string | undefined;
  /** Realm roles; roles that are not listed are removed. Without a list, the roles stay. */
  readonly roles?: readonly string[];
};

/** Password of every account made by the launcher and the commands; the stack is only for its owner. */
export const ACCOUNT_PASSWORD = "sideline-embedded";

/** Removes the account's authenticator, so that the next sign-in sets up another one. */
export async function forgetSecondFactor(admin: KeycloakAdmin, email: string): Promise<void> {
  const { id } = await admin.find(`users?email=${encodeURIComponent(email)}&exact=true`);
  for (const { id: credential, type } of await admin.list(`users/${id}/credentials`)) {
    if (type === "otp") await admin.send("DELETE", `users/${id}/credentials/${credential}`);
  }
}

function newUser({ email, name }: KeycloakAccount) {
  // The realm requires both names.
  const [firstName = "", ...last] = (name ?? email.split("@", 1).join("")).split(" ");
  return {
    username: email,
    email,
    emailVerified: true,
    enabled: true,
    firstName,
    lastName: last.length === 0 ? "Example" : last.join(" "),
    credentials: [{ type: "password", value: ACCOUNT_PASSWORD, temporary: false }],
  };
}
