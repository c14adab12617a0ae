import { expect, test } from "@jest/globals";
import { actorText, needsName } from "../../../web/inbox/preview/actor-text.ts";
import { consoleTexts } from "../plans/console-texts.ts";

const known = { reader: "me", members: [{ userId: "other", displayName: "Marlene Koch" }] };
const said = (kind: string, userId: string | null) =>
  actorText(consoleTexts("en"), { kind, userId }, known);

test("the history names a member, the reader is you, and nobody is named who has left", () => {
  expect(said("COACH", "other")).toBe("by Marlene Koch");
  expect(said("COACH", "me")).toBe("by you");
  expect(said("COACH", "gone")).toBe("by another coach");
  expect(said("SYSTEM", null)).toBe("by itself");
});

test("the members are asked for only if somebody else did something", () => {
  expect(needsName({ kind: "COACH", userId: "other" }, "me")).toBe(true);
  expect(needsName({ kind: "COACH", userId: "me" }, "me")).toBe(false);
  expect(needsName({ kind: "SYSTEM", userId: null }, "me")).toBe(false);
});
