import type { Core } from "../core.ts";
import type { SignIn, Tokens } from "../ports/sign-in.ts";
import type { Vault } from "../ports/vault.ts";
import { makeSession } from "../session/make-session.ts";
import type { Session } from "../session/types.ts";

/**
 * The session of a person without an account. Its tokens stay in memory: the vault holds only those of the person
 * whose data is on this device.
 */
export async function beginNewcomer(core: Core, given: Tokens): Promise<Newcomer> {
  let newest = given;
  const signIn: SignIn = {
    async renew(refreshToken) {
      const renewed = await core.ports.signIn.renew(refreshToken);
      if (typeof renewed === "object") newest = renewed;
      return renewed;
    },
  };
  const vault = secretsInMemory(core.ports.vault);
  const session = makeSession({ ...core, ports: { ...core.ports, signIn, vault } });
  await session.signIn(given);
  return { given, session, newest: () => newest };
}

/** A signed-in person without an account. */
export interface Newcomer {
  /** The tokens of the sign-in. */
  readonly given: Tokens;
  readonly session: Session;
  /** The tokens after renewals. */
  newest(): Tokens;
}

function secretsInMemory(vault: Vault): Vault {
  const secrets = new Map<string, string>();
  return {
    key: async (name) => await vault.key(name),
    makeKey: async (name) => await vault.makeKey(name),
    removeKey: async (name) => await vault.removeKey(name),
    read: async (name) => await Promise.resolve(secrets.get(name) ?? null),
    async write(name, secret) {
      secrets.set(name, secret);
      await Promise.resolve();
    },
    async remove(name) {
      secrets.delete(name);
      await Promise.resolve();
    },
  };
}
