import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A mail server that stores what it receives. */
export interface LetterBox {
  readonly port: number;
  /** The link in the next mail. */
  readonly nextLink: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Opens the mail server on a free port of the loopback address. */
export async function openLetterBox(): Promise<LetterBox> {
  let arrived = Promise.withResolvers<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onData: (stream, _session, callback) => {
      void text(stream).then((letter) => {
        arrived.resolve(letter);
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
      const letter = await arrived.promise;
      arrived = Promise.withResolvers();
      return linkOf(letter);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Mails are quoted-printable: `=3D` is `=`, and a `=` at the end of a line continues it. */
function linkOf(letter: string): string {
  const plain = letter.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
  return /http:\/\/127\.0\.0\.1:\d+\/realms\/\S+\/action-token\?[^\s"<]+/.exec(plain)?.[0] ?? "";
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
