import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { findForbiddenContent } from "../../rules/sync/find-forbidden-content.ts";

const JWT = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJzb21lYm9keSJ9.c2lnbmF0dXJlLW9mLWl0";

describe("a payload must not contain", () => {
  test.each([
    ["a bearer token", `Authorization: Bearer ${"a1b2".repeat(6)}`],
    ["a bearer token in small letters", `bearer ${"a1b2".repeat(6)}`],
    ["a JSON Web Token", `see ${JWT} for more`],
    ["a signed URL", "https://cdn.example.com/v.m3u8?Expires=1&Signature=abc"],
    ["a signed URL of a bucket", "https://b.example.com/x?X-Amz-Date=1&X-Amz-Signature=00ff"],
    ["a signed URL of another bucket", "http://b.example.com/x?X-Goog-Signature=00ff"],
    ["a link with a token", "https://app.example.com/open?token=abc"],
    ["a link with an access token behind the hash", "https://app.example.com/#access_token=abc"],
    ["a signed URL inside another", "https://e.org/?u=https%3A%2F%2Fcdn%2Fx%3FSignature%3Dabc"],
    ["a signed URL as HTML writes it", "https://e.org/x?a=1&amp;sig=00ff"],
    ["a signed path without its host", "/bucket/x.mp4?X-Amz-Security-Token=abc"],
    ["a URL with a password", "ftp://somebody:secret@example.com/x"],
    ["a token after letters", `token_${JWT}`],
    ["an unsigned token", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJzb21lYm9keSJ9."],
    ["an encrypted token", "eyJhbGciOiJkaXIifQ..c2FsdA.Y2lwaGVydGV4dA.dGFn"],
    ["a private key", "-----BEGIN RSA PRIVATE KEY-----\nMIIB"],
    ["the id of a cloud key", "AKIAIOSFODNN7EXAMPLE"],
    ["free text over 10,000 characters", "a".repeat(10_001)],
  ])("%s", (_name, text) => {
    expect(findForbiddenContent({ note: text })).toBe("/note");
    expect(findForbiddenContent({ deep: [{ a_b: [1, text] }] })).toBe("/deep/0/a_b/1");
  });

  test("any of it as the name of a field: the pointer then ends before the name", () => {
    expect(findForbiddenContent({ note: { [JWT]: 1 } })).toBe("/note");
    expect(findForbiddenContent({ ["k".repeat(10_001)]: 1 })).toBe("");
  });

  test("any of it below an unknown field name: the pointer ends before the name", () => {
    for (const name of ["My knee hurts", "a/b", "n".repeat(65), ""])
      expect(findForbiddenContent({ note: { [name]: { deep: [JWT] } } })).toBe("/note");
  });
});

test("a hostile text costs no more than an ordinary one", () => {
  const texts = [
    "http://",
    "bearer ",
    "eyJaaaa.",
    "https://x&sig",
    "eyJ",
    "://a:b",
    "?X-Amz-",
    "%3F",
    "a.",
  ].flatMap((unit) => Array.from({ length: 400 }, () => unit.repeat(10_000 / unit.length)));
  expect(findForbiddenContent(texts)).toBeNull();
});

describe("a payload may contain", () => {
  test.each([
    ["an ordinary note", "Slept badly; see https://example.com/sleep?page=2"],
    ["the word bearer", "The bearer of this note was ill"],
    ["10,000 characters", "a".repeat(10_000)],
    ["half a token", "eyJhbGciOiJSUzI1NiJ9."],
    ["a question about tokens", "What is a token? sig=1, or https://example.com/token=3"],
    ["a basic word", "Basic electrocardiography; 10:30@gym"],
  ])("%s", (_name, note) => {
    expect(findForbiddenContent({ note, list: [note, { note }] })).toBeNull();
  });

  test("any JSON without texts", () => {
    const leaf = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null));
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie("node")),
        fc.dictionary(fc.string(), tie("node")),
      ),
    }));
    fc.assert(
      fc.property(value.node, (payload) => {
        expect(findForbiddenContent(payload)).toBeNull();
      }),
    );
  });
});

test("a check skips objects that it has checked before, by identity, and checks all others", () => {
  const secret = { note: "Bearer abcdefghijklmnopqrstuvwxyz" };
  const value = { operations: [{ payload: secret, metadata: {} }] };
  expect(findForbiddenContent(value)).toBe("/operations/0/payload/note");
  expect(findForbiddenContent(value, new Set([secret]))).toBeNull();
  const withOutbox = { ...value, outbox: { ...secret } };
  expect(findForbiddenContent(withOutbox, new Set([secret]))).toBe("/outbox/note");
});
