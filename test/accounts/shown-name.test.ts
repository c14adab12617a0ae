import { describe, expect, test } from "@jest/globals";
import { nameSchema } from "../../contract/accounts/schema.ts";

const accepts = (name: string) => nameSchema.safeParse(name).success;

describe("A name (docs/rooms/accounts.md#names)", () => {
  test.each([
    ["is what people are called", "Zoë O’Brien-Müller"],
    ["has titles and initials", "Dr. med. J.R. Smith, M.Sc."],
    ["has a title without a space", "Dr.Müller"],
    ["has numbers and signs", "Studio 24/7 & Co. #1"],
    ["is written from right to left", "נועה כהן"],
    ["is Persian, with a joiner within a word", "علی‌رضا"],
    ["is Sinhala, with a joiner within a word", "ශ්‍රී ලංකා"],
    ["ends with an emoji of several people", "Coach Ana 👩‍👩‍👧"],
    ["has a heart, a flag, a key cap and a tagged flag", "❤️ 🇩🇪 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
  ])("that %s is accepted", (_what, name) => {
    expect(accepts(name)).toBe(true);
  });

  test.each([
    ["a link", "Win at https://evil.example"],
    ["a link in full-width characters", "ｈｔｔｐｓ：／／evil.example"],
    ["a host in a form that browsers normalize", "see www.evil"],
    ["a domain", "Prizes evil.com now"],
    ["a domain at the end", "evil.xyz"],
    ["a domain with a path", "evil.example/login"],
    ["an address", "write to me@evil.example"],
  ])("that contains %s is refused", (_what, name) => {
    expect(accepts(name)).toBe(false);
  });

  test.each([
    ["turns the direction", "Ana\u202Egnp.exe"],
    ["isolates a direction", "Ana\u2066x\u2069"],
    ["has no width", "An\u200Ba"],
    ["joins Latin letters", "An\u200Da"],
    ["joins where no emoji is", "Ana \u200D"],
    ["is a soft hyphen", "An\u00ADa"],
    ["is a filler that looks like nothing", "Ana\u3164"],
    ["is an empty pattern", "\u2800"],
    ["breaks the line", "Ana\u2028Bob"],
    ["is for private use", "Ana\uE000"],
  ])("with a mark that %s is refused", (_what, name) => {
    expect(accepts(name)).toBe(false);
  });
});
