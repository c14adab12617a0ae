import { LOGIN_ROLES } from "../provider/accounts.ts";
import type { KeycloakAdmin } from "./keycloak-admin.ts";

/** A person whose e-mail address counts as proved. */
export type KeycloakAccount = {
  readonly email: string;
  /** First and last name. */
  readonly name?: string | undefined;
  /** Realm roles: those that are not named are taken away. Without a list the roles stay. */
  readonly roles?: readonly string[];
};

/** Password of every account that the launcher and the commands make; the stack is for its owner alone. */
export const ACCOUNT_PASSWORD = "sideline-embedded";

/** Makes the account unless there is one, which then keeps name and password; its roles become those named. */
export async function ensureAccount(admin: KeycloakAdmin, account: KeycloakAccount): Promise<void> {
  const path = `users?email=${encodeURIComponent(account.email)}&exact=true`;
  if ((await admin.list(path)).length === 0) await admin.send("POST", "users", newUser(account));
  const { id } = await admin.find(path);
  const mappings = `users/${id}/role-mappings/realm`;
  const held = new Set((await admin.list(mappings)).map(({ name }) => name));
  for (const role of account.roles === undefined ? [] : LOGIN_ROLES) {
    const wanted = account.roles?.includes(role) === true;
    if (wanted === held.has(role)) continue;
    const rows = await admin.list(`roles?search=${role}`);
    await admin.send(
      wanted ? "POST" : "DELETE",
      mappings,
      rows.filter(({ name }) => name === role),
    );
  }
}

/** Takes the account's authenticator away, so that the next sign-in sets up another. */
export async function forgetSecondFactor(admin: KeycloakAdmin, email: string): Promise<void> {
  const { id } = await admin.find(`users?email=${encodeURIComponent(email)}&exact=true`);
  for (const { id: credential, type } of await admin.list(`users/${id}/credentials`)) {
    if (type === "otp") await admin.send("DELETE", `users/${id}/credentials/${credential}`);
  }
}

function newUser({ email, name }: KeycloakAccount) {
  // The realm wants both names.
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
