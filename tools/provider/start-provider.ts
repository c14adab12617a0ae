import { createServer } from "node:http";
import express, { type ErrorRequestHandler } from "express";
import { mailboxPage } from "../mailbox/mailbox-page.ts";
import { pushboxPage } from "../mailbox/pushbox-page.ts";
import { openAccounts } from "./accounts.ts";
import { type ControlActions, openControl } from "./control.ts";
import { type Listener, openListener } from "./listener.ts";
import { type Protocol, openProtocol } from "./protocol.ts";
import { refuseForeignNames } from "./refuse-foreign-names.ts";
import { openSessionStore } from "./session-store.ts";
import { showNotice } from "./show-notice.ts";

/**
 * Starts the OpenID Connect provider for development. It accepts anybody who types an e-mail address. Therefore it
 * listens only on the loopback address and is not part of a production tree.
 */
export async function startProvider(options: ProviderOptions): Promise<RunningProvider> {
  const issuer = `http://${LOOPBACK}:${options.port}`;
  const accounts = openAccounts(options.directory);
  const store = openSessionStore(options.directory);
  const protocol = await openProtocol({ ...options, issuer, accounts, adapter: store.adapter });
  const app = express().disable("x-powered-by");
  app.use(refuseForeignNames);
  app.get("/health/ready", (_req, res) => void res.json({ status: "ready" }));
  app.get("/", (_req, res) =>
    showNotice(res, { status: 200, title: "Development provider", text: ABOUT }),
  );
  if (options.mailbox !== undefined) app.get("/mailbox", mailboxPage(options.mailbox));
  if (options.pushbox !== undefined) app.get("/pushes", pushboxPage(options.pushbox));
  app.use(protocol.routes);
  app.use(showFault);
  const listener = openListener(createServer(app), options.port);
  await listener.up();
  const actions = controlActions(listener, protocol);
  const control = options.directory === null ? null : await openControl(options.directory, actions);
  const stop = async () => {
    await control?.down();
    await listener.down();
    protocol.close();
    store.close();
  };
  return { issuer, actions, stop };
}

export type ProviderOptions = {
  /** The port on the loopback address; the issuer is `http://127.0.0.1:<port>`. */
  readonly port: number;
  /** Folder of keys and accounts; null keeps them in memory. */
  readonly directory: string | null;
  readonly audience: string;
  /** Receiver of ended sessions: the API's back-channel logout route. */
  readonly backchannelLogoutUri: string;
  /** Folder of mail that is not sent, shown at `/mailbox`. */
  readonly mailbox?: string;
  /** Folder of push messages that are not sent, shown at `/pushes`. */
  readonly pushbox?: string;
  /** How long a key is published before it signs; longer than the API's pause between two fetches. */
  readonly publishedFirstMs?: number;
};

/** A running development provider. */
export type RunningProvider = {
  readonly issuer: string;
  /** Actions of its owner, also available as commands if it has a folder. */
  readonly actions: ControlActions;
  readonly stop: () => Promise<void>;
};

const LOOPBACK = "127.0.0.1";

function controlActions(listener: Listener, protocol: Protocol): ControlActions {
  return {
    rotate: protocol.rotate,
    down: async () => {
      await listener.down();
      return "The provider is down. Bring it back with: npm run idp:up";
    },
    up: async () => {
      await listener.up();
      return "The provider is up.";
    },
  };
}

const ABOUT =
  "Apps send people here to sign in. From the terminal: npm run token -- coach@example.com. Metadata: /.well-known/openid-configuration.";

// Usually the interaction is over: the page was left open or the provider restarted.
const showFault: ErrorRequestHandler = (_error, _req, res, _next) =>
  showNotice(res, {
    status: 400,
    title: "This page has expired",
    text: "Go back to the app and sign in again.",
  });
