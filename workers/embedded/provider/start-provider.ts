import { randomBytes } from "node:crypto";
import { type Server, createServer } from "node:http";
import express, { type ErrorRequestHandler, type RequestHandler, type Response } from "express";
import Provider from "oidc-provider";
import { mailboxPage } from "../mailbox-page.ts";
import { openAccounts } from "./accounts.ts";
import { providerConfiguration } from "./configuration.ts";
import { isLoopback } from "./is-loopback.ts";
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
  /** Folder of mail that goes nowhere, shown at `/mailbox`. */
  readonly mailbox?: string;
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
    }),
  });
  const app = express().disable("x-powered-by");
  app.use(refuseForeignNames);
  app.get("/health/ready", (_req, res) => void res.json({ status: "ready" }));
  app.get("/", (_req, res) =>
    showNotice(res, { status: 200, title: "Development provider", text: ABOUT }),
  );
  if (options.mailbox !== undefined) app.get("/mailbox", mailboxPage(options.mailbox));
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

// A page elsewhere can point its own name at this address; it reads neither mail nor tokens by that.
const refuseForeignNames: RequestHandler = (req, res, next) => {
  if (isLoopback(`http://${req.headers.host ?? ""}`)) return next();
  showNotice(res, { status: 421, title: "Not here", text: "Call this provider by its address." });
};

const ABOUT =
  "Apps send people here to sign in. From the terminal: npm run token -- coach@example.com. Metadata: /.well-known/openid-configuration.";

// An interaction that is over, most often: the page was left open or the provider restarted.
const showFault: ErrorRequestHandler = (_error, _req, res, _next) =>
  showNotice(res, {
    status: 400,
    title: "This page is over",
    text: "Go back to the app and sign in again.",
  });

type Notice = { readonly status: number; readonly title: string; readonly text: string };

function showNotice(res: Response, { status, title, text }: Notice): void {
  const nonce = randomBytes(16).toString("base64");
  res
    .status(status)
    .set(pageHeaders(nonce))
    .send(renderNotice(nonce, title, text));
}

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
