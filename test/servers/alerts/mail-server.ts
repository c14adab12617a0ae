import { SMTPServer } from "smtp-server";

/** A mail server that takes every message and forgets it, or refuses every connection. */
export interface MailServer {
  refuse(isRefusing: boolean): void;
  close(): Promise<void>;
}

/** Starts the server on a port of the loopback address. */
export async function startMailServer(port: number): Promise<MailServer> {
  let refuses = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onConnect: (_session, done) => done(refuses ? new Error("The server is full") : null),
    onData: (stream, _session, done) => {
      stream.on("end", () => done());
      stream.resume();
    },
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    refuse: (isRefusing) => {
      refuses = isRefusing;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
