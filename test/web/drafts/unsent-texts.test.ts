import { randomBytes } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { leaveWarning } from "../../../web/drafts/leave-warning.ts";
import { openUnsentTexts } from "../../../web/drafts/unsent-texts.ts";

const newDraftKey = () => randomBytes(32).toString("base64url");
const NOTE = "inbox.note\nDISMISS 1";

/** The storage of a tab, which outlives a reload; `fill` lets it refuse what is written. */
function makeStorage() {
  const entries = new Map<string, string>();
  let isFull = false;
  return {
    entries,
    fill: () => (isFull = true),
    get length() {
      return entries.size;
    },
    key: (index: number) => [...entries.keys()][index] ?? null,
    getItem: (name: string) => entries.get(name) ?? null,
    setItem(name: string, value: string) {
      if (isFull) throw new Error("QuotaExceededError");
      entries.set(name, value);
    },
    removeItem: (name: string) => void entries.delete(name),
  };
}

/** A page of the tab: every reload opens another one over the same storage. */
function openPage(storage: ReturnType<typeof makeStorage> | null) {
  const risks: boolean[] = [];
  let count = 0;
  const texts = openUnsentTexts({
    storage: () => {
      if (storage === null) throw new Error("SecurityError");
      return storage;
    },
    newKey: () => `key ${(count += 1)}`,
    onRisk: (isAtRisk) => risks.push(isAtRisk),
    later(run, ms) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  return { texts, risks };
}

/** Resolves when everything typed so far was stored, or could not be. */
const settled = async (texts: ReturnType<typeof openUnsentTexts>) => await texts.read("nothing");

describe("unsent texts", () => {
  test("after a reload the text stands in its place again, and the storage holds no word of it", async () => {
    const storage = makeStorage();
    const draftKey = newDraftKey();
    const before = openPage(storage);
    await before.texts.unlock("kim", draftKey);
    before.texts.write(NOTE, "Knee hurts");
    await settled(before.texts);
    expect(JSON.stringify([...storage.entries])).not.toMatch(/Knee|inbox|DISMISS|kim/);
    expect(JSON.stringify([...storage.entries])).not.toContain(draftKey);
    const { texts } = openPage(storage);
    await texts.unlock("kim", draftKey);
    expect(await texts.read(NOTE)).toBe("Knee hurts");
    expect(await texts.read("inbox.note\nDISMISS 2")).toBe("");
  });

  test("a text that was typed before the key arrived is sealed once it is there", async () => {
    const storage = makeStorage();
    const { texts, risks } = openPage(storage);
    texts.write(NOTE, "Knee");
    expect(storage.length).toBe(0);
    await texts.unlock("kim", newDraftKey());
    await settled(texts);
    expect(storage.length).toBe(2);
    expect(risks).toEqual([true, false]);
  });

  test("an act has the same key on each try with the same content, also after a reload, and another one for another content", async () => {
    const storage = makeStorage();
    const draftKey = newDraftKey();
    const before = openPage(storage);
    await before.texts.unlock("kim", draftKey);
    before.texts.write(NOTE, "Knee");
    const key = await before.texts.keyOf(NOTE, ["DISMISS", "Knee"]);
    expect(await before.texts.keyOf(NOTE, ["DISMISS", "Knee"])).toBe(key);
    const { texts } = openPage(storage);
    await texts.unlock("kim", draftKey);
    await texts.read(NOTE);
    expect(await texts.keyOf(NOTE, ["DISMISS", "Knee"])).toBe(key);
    const steps = [await texts.keyOf(NOTE, 1, "give"), await texts.keyOf(NOTE, ["DISMISS", "Hip"])];
    expect(new Set([key, ...steps.map((step) => `later ${step}`)]).size).toBe(3);
    expect(await texts.keyOf(NOTE, 1, "give")).toBe(steps[0]);
  });

  test("an act without a text has a key too, the same on each try, and stores nothing", async () => {
    const storage = makeStorage();
    const { texts } = openPage(storage);
    await texts.unlock("kim", newDraftKey());
    const key = await texts.keyOf(NOTE, "PIN");
    expect(await texts.keyOf(NOTE, "PIN")).toBe(key);
    texts.remove(NOTE);
    expect(await texts.keyOf(NOTE, "PIN")).not.toBe(key);
    await settled(texts);
    expect([...storage.entries.keys()]).toEqual(["unsent:owner"]);
  });

  test("an answer that refuses keeps the text and ends the key; a text that was sent is gone", async () => {
    const storage = makeStorage();
    const { texts } = openPage(storage);
    await texts.unlock("kim", newDraftKey());
    texts.write(NOTE, "Knee");
    const key = await texts.keyOf(NOTE, "DISMISS");
    texts.answered(NOTE);
    expect(await texts.read(NOTE)).toBe("Knee");
    expect(await texts.keyOf(NOTE, "DISMISS")).not.toBe(key);
    texts.remove(NOTE);
    expect(await texts.read(NOTE)).toBe("");
    expect([...storage.entries.keys()]).toEqual(["unsent:owner"]);
  });

  test("signing out removes every text at once, also one that is just being sealed, and nothing else", async () => {
    const storage = makeStorage();
    storage.setItem("signed-out", "1");
    const { texts, risks } = openPage(storage);
    await texts.unlock("kim", newDraftKey());
    texts.write(NOTE, "Knee");
    await settled(texts);
    texts.write("client.reason\n2", "Holiday");
    texts.forget();
    expect([...storage.entries.keys()]).toEqual(["signed-out"]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([...storage.entries.keys()]).toEqual(["signed-out"]);
    expect(risks.at(-1)).toBe(false);
  });

  test("a long text is at risk from the first key on, and is found after a reload once it was sealed", async () => {
    const storage = makeStorage();
    const draftKey = newDraftKey();
    const before = openPage(storage);
    await before.texts.unlock("kim", draftKey);
    before.texts.writeSoon(NOTE, () => "Kn");
    before.texts.writeSoon(NOTE, () => "Knee".repeat(50_000));
    expect(before.risks).toEqual([true]);
    expect([...storage.entries.keys()]).toEqual(["unsent:owner"]);
    await before.texts.flush();
    expect(before.risks).toEqual([true, false]);
    const { texts } = openPage(storage);
    await texts.unlock("kim", draftKey);
    expect(await texts.read(NOTE)).toBe("Knee".repeat(50_000));
  });

  test("an act takes its key with the newest text, and a long text that was sent is gone", async () => {
    const storage = makeStorage();
    const draftKey = newDraftKey();
    const before = openPage(storage);
    await before.texts.unlock("kim", draftKey);
    before.texts.writeSoon(NOTE, () => "Knee");
    const key = await before.texts.keyOf(NOTE, "Knee");
    const { texts } = openPage(storage);
    await texts.unlock("kim", draftKey);
    expect(await texts.read(NOTE)).toBe("Knee");
    expect(await texts.keyOf(NOTE, "Knee")).toBe(key);
    texts.writeSoon(NOTE, () => "Knee and hip");
    texts.remove(NOTE);
    await texts.flush();
    await settled(texts);
    expect([...storage.entries.keys()]).toEqual(["unsent:owner"]);
  });

  test("a page whose tokens are lost keeps nothing in memory, and the same session finds its text again", async () => {
    const storage = makeStorage();
    const draftKey = newDraftKey();
    const { texts } = openPage(storage);
    await texts.unlock("kim", draftKey);
    texts.writeSoon(NOTE, () => "Knee");
    await texts.lock();
    expect(storage.length).toBe(2);
    const found = texts.read(NOTE);
    await texts.unlock("kim", draftKey);
    expect(await found).toBe("Knee");
    await texts.lock();
    await texts.unlock("kim", newDraftKey());
    expect(await texts.read(NOTE)).toBe("");
    expect([...storage.entries.keys()]).toEqual(["unsent:owner"]);
  });

  test("another person, or another session, finds nothing, and what lay there is removed", async () => {
    const storage = makeStorage();
    const before = openPage(storage);
    await before.texts.unlock("kim", newDraftKey());
    before.texts.write(NOTE, "Knee");
    await settled(before.texts);
    const { texts } = openPage(storage);
    await texts.unlock("lee", newDraftKey());
    expect([...storage.entries.keys()]).toEqual(["unsent:owner"]);
    expect(await texts.read(NOTE)).toBe("");
  });

  test("a person who takes over an open page finds nothing of the one before", async () => {
    const { texts } = openPage(makeStorage());
    await texts.unlock("kim", newDraftKey());
    texts.write(NOTE, "Knee");
    await texts.unlock("lee", newDraftKey());
    expect(await texts.read(NOTE)).toBe("");
  });

  test("a renewed key of the same person seals what was typed anew", async () => {
    const storage = makeStorage();
    const before = openPage(storage);
    await before.texts.unlock("kim", newDraftKey());
    before.texts.write(NOTE, "Knee");
    const renewed = newDraftKey();
    await before.texts.unlock("kim", renewed);
    await settled(before.texts);
    const { texts } = openPage(storage);
    await texts.unlock("kim", renewed);
    expect(await texts.read(NOTE)).toBe("Knee");
  });

  test("without storage, or without a key, a text stays in memory and is at risk until it is sent", async () => {
    const full = makeStorage();
    full.fill();
    for (const [storage, draftKey] of [
      [null, newDraftKey()],
      [full, newDraftKey()],
      [makeStorage(), null],
    ] as const) {
      const { texts, risks } = openPage(storage);
      await texts.unlock("kim", draftKey);
      texts.write(NOTE, "Knee");
      expect(await texts.read(NOTE)).toBe("Knee");
      expect(await texts.keyOf(NOTE, "DISMISS")).toBe(await texts.keyOf(NOTE, "DISMISS"));
      expect(risks).toEqual([true]);
      texts.remove(NOTE);
      expect(risks).toEqual([true, false]);
    }
  });

  test("a text that was deleted while the storage refuses is not at risk", async () => {
    const { texts, risks } = openPage(null);
    await texts.unlock("kim", newDraftKey());
    texts.write(NOTE, "Knee");
    texts.write(NOTE, "");
    await settled(texts);
    expect(risks).toEqual([true, false]);
  });
});

test("the browser asks before a page is left only as long as a text is at risk", () => {
  const target = new EventTarget();
  const warn = leaveWarning(target);
  const isAsked = () => !target.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(isAsked()).toBe(false);
  warn(true);
  expect(isAsked()).toBe(true);
  warn(false);
  expect(isAsked()).toBe(false);
});
