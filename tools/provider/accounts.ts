import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { SECOND_FACTOR_ACR } from "../../contract/accounts/vocabulary.ts";

/** The accounts of the development provider, kept in one file. */
export type Accounts = {
  /** Finds or creates the account of (provider, e-mail or else phone) and updates it with the login. */
  signIn(login: Login): Account;
  find(sub: string): Account | undefined;
};

/** Ways to sign in on the login page; the first sets no `identity_provider` claim. */
export const LOGIN_PROVIDERS = ["email-password", "google", "apple", "telegram"] as const;
/** Roles that the login page can put into the token. */
export const LOGIN_ROLES = ["admin", "support"] as const;

const Profile = z.strictObject({
  email: z.email().max(254).optional(),
  phone: z.e164().optional(),
  provider: z.enum(LOGIN_PROVIDERS).default("email-password"),
  verified: z.boolean().default(true),
  roles: z.array(z.enum(LOGIN_ROLES)).default([]),
  name: z.string().trim().min(1).max(100).optional(),
});

/** Input of the login page. Verified flags and roles replace those of the last login. */
export const Login = Profile.refine(
  ({ email, phone }) => email !== undefined || phone !== undefined,
  "Enter an e-mail address or a phone number.",
);
export type Login = z.infer<typeof Login>;

/** A caller may pass a person with more fields; only those of an account are stored. */
const Account = Profile.extend({ sub: z.string() }).strip();
export type Account = z.infer<typeof Account>;

/** Opens the accounts of a folder. Without a folder they live as long as the process. */
export function openAccounts(directory: string | null): Accounts {
  const file = directory === null ? null : join(directory, "accounts.json");
  const accounts = new Map(readAccounts(file).map((account) => [keyOf(account), account]));
  return {
    signIn(login) {
      const known = accounts.get(keyOf(login));
      const account = Account.parse({ ...login, sub: known?.sub ?? randomUUID() });
      accounts.set(keyOf(login), account);
      if (file !== null) writeAccounts(file, [...accounts.values()]);
      return account;
    },
    find: (sub) => [...accounts.values()].find((account) => account.sub === sub),
  };
}

/** The claims of an account, identical in the ID token, at userinfo and in the access token. */
export function accountClaims(account: Account) {
  const name = account.name ?? nameFrom(account.email ?? "");
  return {
    ...(name !== "" && { name }),
    ...(account.email !== undefined && {
      email: account.email,
      email_verified: account.verified,
    }),
    ...(account.phone !== undefined && {
      phone_number: account.phone,
      phone_number_verified: account.verified,
    }),
    ...(account.provider !== "email-password" && { identity_provider: account.provider }),
    // This provider has no second factor; it counts as shown when a role is chosen.
    ...(account.roles.length > 0 && { roles: account.roles, acr: SECOND_FACTOR_ACR }),
  };
}

const keyOf = (login: Login) =>
  `${login.provider} ${(login.email ?? login.phone ?? "").toLowerCase()}`;

function nameFrom(email: string): string {
  const words = email
    .split("@", 1)
    .join("")
    .split(/[._+-]+/)
    .filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
}

function readAccounts(file: string | null): Account[] {
  if (file === null || !existsSync(file)) return [];
  return z.array(Account).parse(JSON.parse(readFileSync(file, "utf8")));
}

function writeAccounts(file: string, accounts: readonly Account[]): void {
  writeFileSync(`${file}.new`, JSON.stringify(accounts, null, 1), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
