import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { findForbiddenContent } from "../../rules/sync/find-forbidden-content.ts";

const JWT = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJzb21lYm9keSJ9.c2lnbmF0dXJlLW9mLWl0";

describe("A payload must not contain", () => {
  test.each([
    ["a bearer token", `Authorization: Bearer ${"a1b2".repeat(6)}`],
    ["a bearer token in small letters", `bearer ${"a1b2".repeat(6)}`],
    ["a JSON Web Token", `see ${JWT} for more`],
    ["a signed URL", "https://cdn.example.com/v.m3u8?Expires=1&Signature=abc"],
    ["a signed URL of a bucket", "https://b.example.com/x?X-Amz-Date=1&X-Amz-Signature=00ff"],
    ["a signed URL of another bucket", "http://b.example.com/x?X-Goog-Signature=00ff"],
    ["a link with a token", "https://app.example.com/open?token=abc"],
    ["free text over 10,000 characters", "a".repeat(10_001)],
  ])("%s", (_name, text) => {
    expect(findForbiddenContent({ note: text })).toBe("/note");
    expect(findForbiddenContent({ deep: [{ "a/b~c": [1, text] }] })).toBe("/deep/0/a~1b~0c/1");
  });

  test("any of it as the name of a field: the pointer then ends before the name", () => {
    expect(findForbiddenContent({ note: { [JWT]: 1 } })).toBe("/note");
    expect(findForbiddenContent({ ["k".repeat(10_001)]: 1 })).toBe("");
  });
});

test("a hostile text costs no more than an ordinary one", () => {
  const texts = ["http://", "bearer ", "eyJaaaa.", "https://x&sig"].flatMap((unit) =>
    Array.from({ length: 100 }, () => unit.repeat(10_000 / unit.length)),
  );
  const startedAt = performance.now();
  expect(findForbiddenContent(texts)).toBeNull();
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

describe("A payload may contain", () => {
  test.each([
    ["an ordinary note", "Slept badly; see https://example.com/sleep?page=2"],
    ["the word bearer", "The bearer of this note was ill"],
    ["10,000 characters", "a".repeat(10_000)],
    ["half a token", "eyJhbGciOiJSUzI1NiJ9."],
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
