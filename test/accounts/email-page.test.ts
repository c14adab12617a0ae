import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { EmailParts } from "../../rules/accounts/email-content.ts";
import { emailPage } from "../../rules/accounts/email-page.ts";
import { writeEmail } from "../../rules/accounts/write-email.ts";

const TAGS =
  /<\/?(?:!doctype html|html|head|title|style|br|h1|(?:html|meta|body|div|p|h1|a|span)(?: [^<>]*)?)>/g;
const url = "https://api.example/invitation?x=1&y=2#token=abc";
const email: EmailParts = {
  language: "en",
  subject: "Cora invites you to <Zürich>",
  reader: "Ana",
  body: ["Open this.", "Until Monday.\nCora"],
  step: { label: "See <it>", url },
  after: ["It works once."],
  why: "Cora entered your address.",
};

test("An HTML mail has a heading, one button with the step's label, and the link's host below it", () => {
  const html = emailPage(email);
  expect(html).toContain("<title>Cora invites you to &lt;Zürich&gt;</title>");
  expect(html).toMatch(/<h1 [^>]*>Cora invites you to &lt;Zürich&gt;<\/h1>/);
  expect(html).toMatch(/<p [^>]*>Until Monday\.<br>Cora<\/p>/);
  expect(html).toMatch(
    /<a class="button" href="https:\/\/api\.example\/invitation\?x=1&amp;y=2#token=abc"[^>]*>See &lt;it&gt;<\/a><\/p>\n<p [^>]*>api\.example<\/p>/,
  );
  expect(html.match(/<a /g)).toHaveLength(1);
  expect(emailPage({ ...email, step: null })).not.toContain("<a ");
});

test("The plain text of a mail has each paragraph and its link on a line of its own", () => {
  const settings = { label: "Choose", url: "https://api.example/account" };
  expect(writeEmail({ ...email, settings }).text.split("\n\n")).toEqual([
    "Hello Ana,",
    "Open this.",
    "Until Monday.\nCora",
    `See <it>:\n${url}`,
    "It works once.",
    "-- \nSideline\nCora entered your address.\nChoose:\nhttps://api.example/account",
  ]);
});

test.each(["en", "de"] as const)(
  "An HTML mail in %s declares its language, fits a phone, and has colours for a dark screen",
  (language) => {
    const html = emailPage({ ...email, language });
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
    expect(html).toContain("prefers-color-scheme:dark");
    expect(html).toContain(">Sideline</p>");
  },
);

test("An HTML mail loads nothing from a server and escapes its text, whatever it is", () => {
  const texts = fc.oneof(
    fc.string(),
    fc.constantFrom("<script>", "javascript:alert(1)", '"><img src=x>'),
  );
  fc.assert(
    fc.property(texts, texts, (subject, text) => {
      const step = { label: text, url };
      const html = emailPage({ ...email, subject, reader: text, body: [text], step, why: text });
      expect(html).not.toMatch(/<(?:img|script|link|iframe)|@import|url\(/i);
      expect(html.replaceAll(TAGS, "")).not.toMatch(/[<>]/);
      for (const [, href = ""] of html.matchAll(/<a class="\w+" href="([^"]*)"/g))
        expect(href).toMatch(/^https?:/);
    }),
  );
  expect(() => emailPage({ ...email, step: { label: "x", url: "javascript:alert(1)" } })).toThrow();
});
