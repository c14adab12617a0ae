import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { openAccounts } from "../../tools/provider/accounts.ts";

test("A person who signs in with further fields is found again by the next start of the provider", () => {
  const folder = mkdtempSync(join(tmpdir(), "sideline-accounts-"));
  try {
    const coach = { email: "coach@example.com", name: "Ana", userId: "7", workspaceId: "8" };
    const login = { ...coach, provider: "email-password" as const, verified: true, roles: [] };
    const { sub } = openAccounts(folder).signIn(login);
    const { userId: _user, workspaceId: _workspace, ...stored } = login;
    expect(openAccounts(folder).find(sub)).toEqual({ ...stored, sub });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
