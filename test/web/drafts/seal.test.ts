import { randomBytes } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { digestOf, importDraftKey, openSealed, seal } from "../../../web/drafts/seal.ts";

const TEXT = "Knee hurts, “müde” 🏋";
const keyFrom = async (bytes: Uint8Array) => {
  const key = await importDraftKey(Buffer.from(bytes).toString("base64url"));
  if (key === null) throw new Error("A key of 32 bytes is a key.");
  return key;
};

describe("a sealed text", () => {
  test("it opens with its key at its place, and the sealed form holds no word of it", async () => {
    const key = await keyFrom(randomBytes(32));
    const sealed = await seal(key, "note 1", TEXT);
    expect(await openSealed(key, "note 1", sealed)).toBe(TEXT);
    const bytes = Buffer.from(sealed, "base64url").toString("latin1");
    expect(`${sealed}${bytes}`).not.toMatch(/Knee|hurts/);
  });

  test("sealed twice it is never the same, so nobody sees that a text came back", async () => {
    const key = await keyFrom(randomBytes(32));
    expect(await seal(key, "note 1", TEXT)).not.toBe(await seal(key, "note 1", TEXT));
  });

  test("it opens neither with another key, nor at another place, nor after one changed byte", async () => {
    const key = await keyFrom(randomBytes(32));
    const sealed = await seal(key, "note 1", TEXT);
    expect(await openSealed(await keyFrom(randomBytes(32)), "note 1", sealed)).toBeNull();
    expect(await openSealed(key, "note 2", sealed)).toBeNull();
    const bytes = Buffer.from(sealed, "base64url");
    for (const at of [0, 12, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(await openSealed(key, "note 1", changed.toString("base64url"))).toBeNull();
    }
  });

  test("a text that was never sealed opens as nothing instead of failing", async () => {
    const key = await keyFrom(randomBytes(32));
    for (const text of ["", "plain", "%%%", "AAAA"])
      expect(await openSealed(key, "note 1", text)).toBeNull();
  });

  test("a key of another length is no key", async () => {
    expect(await importDraftKey("c2hvcnQ")).toBeNull();
    expect(await importDraftKey("not base64 %")).toBeNull();
  });

  test("the name of a place does not hold the place", async () => {
    expect(await digestOf("inbox.note\nDISMISS 1")).toMatch(/^[\w-]{43}$/);
    expect(await digestOf("a")).not.toBe(await digestOf("b"));
  });
});
