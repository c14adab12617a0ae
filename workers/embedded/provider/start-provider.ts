import { randomBytes } from "node:crypto";
import { type Server, createServer } from "node:http";
import express, { type ErrorRequestHandler } from "express";
import Provider from "oidc-provider";
import { openAccounts } from "./accounts.ts";
import { providerConfiguration } from "./configuration.ts";
import { openProviderKeys } from "./keys.ts";
import { openSessionStore } from "./session-store.ts";
import { pageHeaders, renderNotice } from "./login-page.ts";
import { loginRoutes } from "./login-routes.ts";

export type ProviderOptions = {
  /** The port on the loopback address; the issuer is `http://127.0.0.1:<port>`. */
  readonly port: number;
  /** Keys and accounts are kept here; null keeps them in memory. */
  readonly directory: string | null;
  readonly audience: string;
  /** Where ended sessions are told: the API's back-channel logout route. */
  readonly backchannelLogoutUri: string;
  /** Life of an access token; 300 when absent. */
  readonly accessTokenSeconds?: number;
};

/** A running development provider. */
export type RunningProvider = { readonly issuer: string; readonly stop: () => Promise<void> };

const LOOPBACK = "127.0.0.1";

/**
 * Starts the OpenID Connect provider for development. It lets in anybody who names an e-mail
 * address, so it listens on the loopback address only and is no part of a production tree.
 */
export async function startProvider(options: ProviderOptions): Promise<RunningProvider> {
  const issuer = `http://${LOOPBACK}:${options.port}`;
  const accounts = openAccounts(options.directory);
  const keys = await openProviderKeys(options.directory);
  const store = openSessionStore(options.directory);
  const provider = new Provider(issuer, {
    adapter: store.adapter,
    ...providerConfiguration({
      accounts,
      keys,
      audience: options.audience,
      backchannelLogoutUri: options.backchannelLogoutUri,
      accessTokenSeconds: options.accessTokenSeconds ?? 300,
    }),
    renderError: async (ctx, out) => {
      const nonce = randomBytes(16).toString("base64");
      ctx.set(pageHeaders(nonce));
      ctx.body = renderNotice(nonce, "That did not work", out.error_description ?? out.error);
    },
  });
  const app = express().disable("x-powered-by");
  app.get("/health/ready", (_req, res) => void res.json({ status: "ready" }));
  app.use(loginRoutes(provider, accounts));
  app.use(provider.callback());
  app.use(showFault);
  const server = await listen(createServer(app), options.port);
  const stop = async () => {
    await close(server);
    store.close();
  };
  return { issuer, stop };
}

// An interaction that is over, most often: the page was left open or the provider restarted.
const showFault: ErrorRequestHandler = (_error, _req, res, _next) => {
  const nonce = randomBytes(16).toString("base64");
  res.status(400).set(pageHeaders(nonce));
  res.send(renderNotice(nonce, "This page is over", "Go back to the app and sign in again."));
};

function listen(server: Server, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, LOOPBACK, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
