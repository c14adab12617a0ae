import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { letterPage } from "../../rules/accounts/letter-page.ts";

const TAGS = /<\/?(?:!doctype html|html|head|title|br|(?:meta|body|div|p|a)(?: [^<>]*)?)>/g;
const link = "https://api.example/invitation?x=1&y=2#token=abc";

test("finding 9: one template with a button: a link on a line of its own is one, named by where it leads", () => {
  const subject = "Cora invites you to <Zürich>";
  const html = letterPage({ subject, text: `Open this:\n\n${link}\n\nUntil Monday.\nCora` });
  expect(html).toContain("<title>Cora invites you to &lt;Zürich&gt;</title>");
  expect(html).toContain("<p>Open this:</p>");
  expect(html).toContain("<p>Until Monday.<br>Cora</p>");
  expect(html).toMatch(
    /<a href="https:\/\/api\.example\/invitation\?x=1&amp;y=2#token=abc"[^>]*>api\.example<\/a>/,
  );
  expect(html.match(/<a /g)).toHaveLength(1);
});

test("a letter asks nothing of any server, and says what its text says whatever that is", () => {
  const texts = fc.oneof(
    fc.string(),
    fc.constantFrom("<script>", "javascript:alert(1)", '"><img src=x>'),
  );
  fc.assert(
    fc.property(texts, texts, (subject, text) => {
      const html = letterPage({ subject, text: `${text}\n\n${link}` });
      expect(html).not.toMatch(/<(?:img|script|link|style|iframe)/i);
      expect(html.replaceAll(TAGS, "")).not.toMatch(/[<>]/);
      for (const [, href = ""] of html.matchAll(/<a href="([^"]*)"/g))
        expect(href).toMatch(/^https?:/);
    }),
  );
});
