import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { emailPage } from "../../rules/accounts/email-page.ts";

const TAGS =
  /<\/?(?:!doctype html|html|head|title|br|(?:html|meta|body|div|p|a|span)(?: [^<>]*)?)>/g;
const link = "https://api.example/invitation?x=1&y=2#token=abc";

const language = "en";

test("An HTML mail turns a link on its own line into a button with the step's label and the link's host", () => {
  const subject = "Cora invites you to <Zürich>";
  const text = `Open this:\n\n${link}\n\nUntil Monday.\nCora`;
  const html = emailPage({ language, subject, text, linkLabel: "See <it>" });
  expect(html).toContain("<title>Cora invites you to &lt;Zürich&gt;</title>");
  expect(html).toContain("<p>Open this:</p>");
  expect(html).toContain("<p>Until Monday.<br>Cora</p>");
  expect(html).toMatch(
    /<a href="https:\/\/api\.example\/invitation\?x=1&amp;y=2#token=abc"[^>]*>See &lt;it&gt;<\/a><br><span[^>]*>api\.example<\/span>/,
  );
  expect(html.match(/<a /g)).toHaveLength(1);
  expect(emailPage({ language, subject, text })).toContain(">api.example</a>");
});

test.each(["en", "de"] as const)(
  "An HTML mail in %s declares its language and names the product",
  (spoken) => {
    const html = emailPage({ language: spoken, subject: "Hello", text: "Hello" });
    expect(html).toContain(`<html lang="${spoken}">`);
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
      const html = emailPage({ language, subject, text: `${text}\n\n${link}`, linkLabel: text });
      expect(html).not.toMatch(/<(?:img|script|link|style|iframe)/i);
      expect(html.replaceAll(TAGS, "")).not.toMatch(/[<>]/);
      for (const [, href = ""] of html.matchAll(/<a href="([^"]*)"/g))
        expect(href).toMatch(/^https?:/);
    }),
  );
});
