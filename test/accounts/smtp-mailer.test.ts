import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { SMTPServer } from "smtp-server";
import type { Message } from "../../activities/accounts/mail/mailer.ts";
import { createSmtpMailer } from "../../activities/accounts/mail/create-smtp-mailer.ts";

interface Letter {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

const received: Letter[] = [];
const lines: object[] = [];
let failing = false;
let url: string;

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, { envelope }, done) {
    let text = "";
    stream.on("data", (part: Buffer) => (text += part.toString()));
    stream.on("end", () => {
      if (failing) return done(new Error("The disk is full"));
      const { mailFrom, rcptTo } = envelope;
      const from = mailFrom === false ? "" : mailFrom.address;
      received.push({ from, to: rcptTo.map(({ address }) => address), text });
      return done();
    });
  },
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  url = `smtp://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}`;
});
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
beforeEach(() => {
  received.length = 0;
  failing = false;
});

const letter: Message = {
  language: "en",
  to: "ana@example.com",
  subject: "Cora invites you to Zürich",
  html: "<p>Open this link.</p>",
  text: "Open this link:\n\nhttps://api.example/invitation#token=abc",
  messageId: "0192d5a0-0000-7000-8000-000000000001",
};

describe("The SMTP mailer", () => {
  test("delivers one message with its id, from the installation's address", async () => {
    await mailer().send(letter);
    expect(received).toEqual([
      expect.objectContaining({ from: "invitations@example.com", to: ["ana@example.com"] }),
    ]);
    const [{ text } = { text: "" }] = received;
    expect(text).toContain(`Message-ID: <${letter.messageId}@sideline>`);
    expect(text).toContain("Auto-Submitted: auto-generated");
    expect(text).toContain("https://api.example/invitation#token=");
    expect(text).toContain("Content-Type: multipart/alternative");
    expect(text).toContain("Content-Type: text/html; charset=utf-8");
  });

  test("logs the masked address but never the link", async () => {
    lines.length = 0;
    await mailer().send(letter);
    expect(lines).toEqual([{ to: "a***@example.com", messageId: letter.messageId }]);
  });

  test.each([
    ["a header in the subject", { subject: "Hello\r\nBcc: evil@evil.example" }],
    ["a header in the address", { to: "ana@example.com\r\nBcc: evil@evil.example" }],
    ["a list in the address", { to: "ana@example.com, evil@evil.example" }],
    ["a message inside the text", { text: "Hello\r\n.\r\nMAIL FROM:<x@evil.example>\r\n" }],
  ])("sends %s to no other recipient", async (_name, change) => {
    await mailer()
      .send({ ...letter, ...change })
      .catch(() => undefined);
    expect(received.length).toBeLessThanOrEqual(1);
    for (const { to, text } of received) {
      expect(to.filter((address) => address.includes("evil"))).toEqual([]);
      expect(text).not.toMatch(/^Bcc:/m);
    }
  });

  test("fails when the server refuses the message, and the retry succeeds", async () => {
    failing = true;
    await expect(mailer().send(letter)).rejects.toThrow(/disk is full/);
    failing = false;
    await mailer().send(letter);
    expect(received).toHaveLength(1);
  });

  test("fails when the server is unreachable", async () => {
    const away = createSmtpMailer({
      url: "smtp://127.0.0.1:1",
      from: "x@example.com",
      log: { info: () => undefined },
    });
    await expect(away.send(letter)).rejects.toThrow(/ECONNREFUSED/);
  });
});

function mailer() {
  return createSmtpMailer({
    url,
    from: "Sideline <invitations@example.com>",
    log: { info: (line: object) => void lines.push(line) },
  });
}
