import { setTimeout as sleep } from "node:timers/promises";
import express, { type RequestHandler } from "express";
import Provider, { type Configuration } from "oidc-provider";
import type { Accounts } from "./accounts.ts";
import { providerConfiguration } from "./configuration.ts";
import {
  type ProviderKeys,
  saveKeys,
  openProviderKeys,
  rotateKeys,
  withoutExpired,
} from "./keys.ts";
import { loginRoutes } from "./login-routes.ts";
import { openEntrance } from "./open-entrance.ts";

/** The library's OpenID Connect, with keys that change while it runs. */
export type Protocol = {
  readonly routes: RequestHandler;
  /** Lets the next key sign once it was published long enough; returns which key. */
  readonly rotate: () => Promise<string>;
  readonly close: () => void;
};

export type ProtocolOptions = {
  readonly issuer: string;
  readonly directory: string | null;
  readonly accounts: Accounts;
  readonly adapter: Configuration["adapter"];
  readonly audience: string;
  readonly backchannelLogoutUri: string;
  readonly publishedFirstMs?: number;
};

// The API fetches an unknown key at most every 10 s, so every API has seen a key of this age.
const PUBLISHED_FIRST_MS = 15_000;
const EXPIRY_SCAN_MS = 60_000;

/** Opens the protocol with the keys of its folder. Sessions survive a change of keys. */
export async function openProtocol(options: ProtocolOptions): Promise<Protocol> {
  let keys = await openProviderKeys(options.directory);
  let routes = protocolRoutes(options, keys);
  const take = (changed: ProviderKeys) => {
    keys = changed;
    saveKeys(options.directory, keys);
    routes = protocolRoutes(options, keys);
  };
  const rotateOnce = async () => {
    const publishedFor = Date.now() - Date.parse(keys.next.publishedAt);
    await sleep(Math.max(0, (options.publishedFirstMs ?? PUBLISHED_FIRST_MS) - publishedFor));
    take(await rotateKeys(keys));
    return describeKeys(keys);
  };
  // In sequence, so that no key signs before its time.
  let rotating: Promise<unknown> = Promise.resolve();
  const expiry = setInterval(() => {
    const living = withoutExpired(keys);
    if (living.former.length < keys.former.length) take(living);
  }, EXPIRY_SCAN_MS).unref();
  return {
    routes: (req, res, next) => void routes(req, res, next),
    rotate: () => {
      const rotated = rotating.then(rotateOnce);
      rotating = rotated.catch(() => undefined);
      return rotated;
    },
    close: () => clearInterval(expiry),
  };
}

function protocolRoutes(options: ProtocolOptions, keys: ProviderKeys): RequestHandler {
  const provider = new Provider(options.issuer, {
    adapter: options.adapter,
    ...providerConfiguration({ ...options, keys }),
  });
  openEntrance(provider, options.accounts);
  const routes = express.Router();
  routes.use(loginRoutes(provider, options.accounts));
  routes.use(provider.callback());
  return routes;
}

function describeKeys({ signing, next, former: [last] }: ProviderKeys): string {
  const stays = last === undefined ? "" : ` ${last.key.kid} stays published until ${last.until}.`;
  return `Key ${signing.kid} signs now.${stays} ${next.key.kid} is published and signs next.`;
}
