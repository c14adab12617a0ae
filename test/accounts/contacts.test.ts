import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { anyText } from "../factories/any-text.ts";
import { maskContact } from "../../rules/accounts/mask-contact.ts";
import {
  normalizeContact,
  normalizeEmail,
  normalizePhone,
  provenEmail,
} from "../../rules/accounts/normalize-contact.ts";

describe("An e-mail address", () => {
  test.each([
    ["Ana.Silva@Example.COM", "ana.silva@example.com"],
    ["ana+gym@example.com", "ana+gym@example.com"],
    ["ana@bücher.example", "ana@xn--bcher-kva.example"],
    ["ana@BÜCHER.example", "ana@xn--bcher-kva.example"],
    ["ａｎａ＠example.com", "ana@example.com"],
    ["jose\u0301@example.com", "jos\u00e9@example.com"],
    ["o'neil@example.com", "o'neil@example.com"],
    ["ana@Example.com.", "ana@example.com"],
  ])("%s normalizes like %s", (text, normal) => {
    expect(normalizeEmail(text)).toBe(normal);
  });

  test.each([
    "",
    "ana",
    "@example.com",
    "ana@",
    "ana@example",
    "ana@@example.com",
    "ana@b@example.com",
    " ana@example.com",
    "ana@example.com ",
    "a na@example.com",
    "ana@example.com..",
    ".ana@example.com",
    "ana.@example.com",
    "a..na@example.com",
    "ana@-example.com",
    "ana@example..com",
    "ana@127.0.0.1",
    "ana@[127.0.0.1]",
    "ana@1.2.3",
    "ana@example.com/path",
    "ana@example.com:25",
    "ana@user:pw@example.com",
    "ana@exa%6dple.com",
    "ana@exa_mple.com",
    "ana\u0000@example.com",
    "ana\r\nBcc: b@example.com",
    "ana\u200b@example.com",
    "ana\u202e@example.com",
    "ana\u00ad@example.com",
    "ana@exam\u200bple.com",
    '"ana b"@example.com',
    "ana@example.com,b@example.com",
    "<ana@example.com>",
    `${"a".repeat(65)}@example.com`,
    `ana@${"a".repeat(64)}.com`,
    `ana@${"a.".repeat(130)}com`,
  ])("%j is not valid", (text) => {
    expect(normalizeEmail(text)).toBeNull();
  });

  test.each([
    ["ana@example.com", "аna@example.com"],
    ["ana@example.com", "ana@exаmple.com"],
    ["ana.silva@gmail.com", "anasilva@gmail.com"],
    ["ana@example.com", "ana+1@example.com"],
    ["ana@example.com", "anaa@example.com"],
    ["ana@example.com", "ana@example.co"],
    ["paypal@example.com", "paypa1@example.com"],
    ["ana@example.com", "ana@examp1e.com"],
    ["strasse@example.com", "straße@example.com"],
  ])("%s differs from its look-alike %s", (one, other) => {
    expect(normalizeEmail(other)).not.toBe(normalizeEmail(one));
  });
});

test("A proven address is read like an invited one, except that nothing is folded that may be another mailbox", () => {
  expect(provenEmail("Jose\u0301@Example.com.")).toBe(normalizeEmail("jos\u00e9@example.com"));
  expect(provenEmail("ａna@example.com")).toBeNull();
});

describe("A phone number", () => {
  test.each([
    ["+49 151 2345678", "+491512345678"],
    ["0049-151-2345678", "+491512345678"],
    ["+1 (415) 555.2671", "+14155552671"],
    ["＋４９ 151 2345678", "+491512345678"],
  ])("%s normalizes like %s", (text, normal) => {
    expect(normalizePhone(text)).toBe(normal);
  });

  test.each([
    "",
    "0151 2345678",
    "151 2345678",
    "+49 (0)151 2345678",
    "+0 151 2345678",
    "+49",
    "+4915123456789012",
    "+49 151 abc5678",
    "tel:+491512345678",
    "+49 151 2345678 ext 3",
    "+٤٩1512345678",
    "+49\u202e1512345678",
  ])("%j is not valid", (text) => {
    expect(normalizePhone(text)).toBeNull();
  });
});

test("The normal form of a contact is its own normal form", () => {
  const contact = fc.oneof(
    fc.emailAddress(),
    fc.string({ unit: "grapheme" }).map((text) => `${text}@example.com`),
    anyText().map((text) => `ana@${text}.com`),
    fc.string().map((text) => `+49${text}`),
    fc.bigInt({ min: 0n, max: 10n ** 16n }).map((digits) => `+${digits}`),
    anyText(),
  );
  fc.assert(
    fc.property(contact, (text) => {
      const normal = normalizeContact(text);
      if (normal === null) return;
      expect(normalizeContact(normal.value)).toEqual(normal);
    }),
    { numRuns: 2_000 },
  );
});

test("Upper and lower case never make two contacts of one e-mail address", () => {
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      expect(normalizeEmail(email.toUpperCase())).toBe(normalizeEmail(email.toLowerCase()));
    }),
  );
});

describe("A masked contact", () => {
  test.each([
    ["EMAIL", "ana@example.com", "a***@example.com"],
    ["EMAIL", "a@example.com", "***@example.com"],
    ["PHONE", "+491512345678", "+49***78"],
  ] as const)("of kind %s hides %s as %s", (kind, value, masked) => {
    expect(maskContact({ kind, value })).toBe(masked);
  });

  test("shows one character before the @ and does not reveal the length", () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        const value = normalizeEmail(email);
        if (value === null) return;
        const [name = ""] = maskContact({ kind: "EMAIL", value }).split("@");
        expect(name).toMatch(/^.?\*\*\*$/u);
      }),
    );
  });
});
