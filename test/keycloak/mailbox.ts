import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A mail server that stores what it receives. */
export interface Mailbox {
  readonly port: number;
  /** The link in the next mail. */
  readonly nextLink: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Opens the mail server on a free port of the loopback address. */
export async function openMailbox(): Promise<Mailbox> {
  let arrived = Promise.withResolvers<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onData: (stream, _session, callback) => {
      void text(stream).then((email) => {
        arrived.resolve(email);
        callback();
      });
    },
  });
  const listening = Promise.withResolvers<void>();
  const listener = server.listen(0, "127.0.0.1", () => listening.resolve());
  await listening.promise;
  return {
    port: portOf(listener.address()),
    nextLink: async () => {
      const email = await arrived.promise;
      arrived = Promise.withResolvers();
      return linkOf(email);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Mails are quoted-printable: `=3D` is `=`, and a `=` at the end of a line continues it. */
function linkOf(email: string): string {
  const plain = email.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
  return /http:\/\/127\.0\.0\.1:\d+\/realms\/\S+\/action-token\?[^\s"<]+/.exec(plain)?.[0] ?? "";
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
