import { beforeAll, describe, expect, test } from "@jest/globals";
import { validateInvitation } from "../../activities/invitations/validate-invitation.ts";
import { InvitationValidation } from "../../db/invitations/invitation-validation.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import type { Contact } from "../../rules/accounts/normalize-contact.ts";
import { buildCoach, buildInvitation } from "../factories/accounts/identity.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer: provider } = await useApi({ database: await useOwnDatabase() });
const em = () => api.deps.database.em.fork();
const invited = new Map<string, { readonly id: string; readonly token: string }>();

const EMAIL: Contact = { kind: "EMAIL", value: "anna.silva@example.com" };
const IDN: Contact = { kind: "EMAIL", value: "anna@xn--bcher-kva.example" };
const PHONE: Contact = { kind: "PHONE", value: "+4915123456789" };

beforeAll(async () => {
  const coach = await buildCoach(em());
  for (const contact of [EMAIL, IDN, PHONE]) {
    const { invitation, token } = await buildInvitation(em(), coach, contact);
    invited.set(contact.value, { id: invitation.id, token });
  }
});

const asEmail = (email: string) => ({ email, email_verified: true });

/** Refused as another contact, or because the token cannot be one of ours. */
const REFUSED = ["INVITATION_CONTACT_MISMATCH", "UNAUTHENTICATED"];

describe("An invitation opens for its own contact, however it is spelled:", () => {
  test.each([
    ["as it is", EMAIL, asEmail("anna.silva@example.com")],
    ["capitals", EMAIL, asEmail("Anna.Silva@Example.COM")],
    ["a domain in full-width letters", EMAIL, asEmail("anna.silva@ｅｘａｍｐｌｅ.com")],
    ["the dot of the root", EMAIL, asEmail("anna.silva@example.com.")],
    ["an IDN in letters", IDN, asEmail("anna@bücher.example")],
    ["an IDN in capitals", IDN, asEmail("ANNA@BÜCHER.example")],
    ["an IDN in two code points", IDN, asEmail("anna@bu\u0308cher.example")],
    ["a phone with spaces", PHONE, asPhone("+49 151 2345 6789")],
  ])("%s", async (_name, target, claims) => {
    expect(await open(target, claims)).toBe("opened");
  });
});

describe("An invitation does not open for a look-alike:", () => {
  const emails: readonly (readonly [string, string])[] = [
    ["Cyrillic а for the first letter", "аnna.silva@example.com"],
    ["Cyrillic а in the middle", "annа.silva@example.com"],
    ["Cyrillic ѕ", "anna.ѕilva@example.com"],
    ["Cyrillic і", "anna.sіlva@example.com"],
    ["Greek alpha", "αnna.silva@example.com"],
    ["Greek nu", "aννa.silva@example.com"],
    ["Turkish dotless i", "anna.sılva@example.com"],
    ["Turkish dotted I", "anna.sİlva@example.com"],
    ["long s", "anna.ſilva@example.com"],
    ["full width letters before the at sign", "ａｎｎａ.silva@example.com"],
    ["mathematical letters", "𝐚nna.silva@example.com"],
    ["circled letter", "ⓐnna.silva@example.com"],
    ["superscript letter", "ᵃnna.silva@example.com"],
    ["ligature", "anna.silva@ex\ufb01mple.com"],
    ["Latin small alpha", "ɑnna.silva@example.com"],
    ["digit one for l", "anna.si1va@example.com"],
    ["capital I for l", "anna.siIva@example.com"],
    ["rn for m", "anna.silva@exarnple.com"],
    ["accent", "ánna.silva@example.com"],
    ["accent as a mark", "a\u0301nna.silva@example.com"],
    ["plus tag", "anna.silva+x@example.com"],
    ["plus tag with nothing", "anna.silva+@example.com"],
    ["without the dot", "annasilva@example.com"],
    ["dot elsewhere", "an.nasilva@example.com"],
    ["full width dot", "anna．silva@example.com"],
    ["two dots", "anna..silva@example.com"],
    ["dot before the at sign", "anna.silva.@example.com"],
    ["dot in front", ".anna.silva@example.com"],
    ["ideographic full stop at the end", "anna.silva@example.com。"],
    ["NUL at the end", "anna.silva@example.com\u0000"],
    ["NUL and another domain", "anna.silva@example.com\u0000@evil.example"],
    ["NUL before the at sign", "anna.silva\u0000@example.com"],
    ["right-to-left mark", "anna.silva\u200f@example.com"],
    ["right-to-left override", "\u202eanna.silva@example.com"],
    ["zero width space", "anna\u200b.silva@example.com"],
    ["zero width joiner", "anna\u200d.silva@example.com"],
    ["soft hyphen", "anna\u00ad.silva@example.com"],
    ["word joiner in the domain", "anna.silva@exam\u2060ple.com"],
    ["byte order mark", "\ufeffanna.silva@example.com"],
    ["space in front", " anna.silva@example.com"],
    ["space behind", "anna.silva@example.com "],
    ["line break and a header", "anna.silva@example.com\r\nBcc: evil@evil.example"],
    ["name and address", "Anna <anna.silva@example.com>"],
    ["two addresses", "anna.silva@example.com,evil@evil.example"],
    ["two at signs", "anna.silva@example.com@evil.example"],
    ["quoted local part", '"anna.silva"@example.com'],
    ["comment", "anna.silva(x)@example.com"],
    ["percent route", "anna.silva%example.com@evil.example"],
    ["subdomain", "anna.silva@mail.example.com"],
    ["longer domain", "anna.silva@example.com.evil.example"],
    ["domain with a path", "anna.silva@example.com/evil"],
    ["domain with a user", "anna.silva@evil.example:x@example.com"],
    ["domain with a port", "anna.silva@example.com:80"],
    ["domain with percent encoding", "anna.silva@ex%61mple.com"],
    ["Cyrillic domain", "anna.silva@ехample.com"],
    ["Cyrillic domain in ASCII", "anna.silva@xn--xample-2of.com"],
    ["another top level domain", "anna.silva@example.co"],
    ["Cyrillic top level domain", "anna.silva@example.сom"],
    ["address of numbers", "anna.silva@[127.0.0.1]"],
  ];
  test.each(emails)("%s", async (_name, email) => {
    expect(REFUSED).toContain(await open(EMAIL, asEmail(email)));
  });

  test.each([
    ["an IDN without its dots", "anna@bucher.example"],
    ["an IDN spelled out", "anna@buecher.example"],
    ["an IDN of another letter", "anna@bűcher.example"],
    ["an IDN of a Cyrillic letter", "anna@büсher.example"],
    ["its ASCII form as a name", "anna@xn--bcher-kva.example.evil.example"],
  ])("%s", async (_name, email) => {
    expect(REFUSED).toContain(await open(IDN, asEmail(email)));
  });

  test.each([
    ["another last digit", "+4915123456788"],
    ["a digit more", "+49151234567890"],
    ["a digit less", "+491512345678"],
    ["a trunk zero", "+49 (0) 151 23456789"],
    ["without its country code", "015123456789"],
    ["another country", "+415123456789"],
    ["an extension", "+4915123456789;ext=1"],
    ["letters", "+49151234567BQ"],
    ["a mark between digits", "+49151\u200f23456789"],
  ])("phone: %s", async (_name, phone) => {
    expect(REFUSED).toContain(await open(PHONE, asPhone(phone)));
  });

  test.each([
    ["an unverified address", { email: EMAIL.value, email_verified: false }],
    ["an address without verification", { email: EMAIL.value, email_verified: undefined }],
    ["verified as text", { email: EMAIL.value, email_verified: "true" }],
    ["verified as a number", { email: EMAIL.value, email_verified: 1 }],
    ["a list with the address", { email: [EMAIL.value], email_verified: true }],
    ["the address as a name", { email: undefined, preferred_username: EMAIL.value }],
    ["the address as a subject", { email: undefined, sub: EMAIL.value, email_verified: true }],
    ["a phone for an address", asPhone(PHONE.value)],
  ])("%s", async (_name, claims) => {
    expect(REFUSED).toContain(await open(EMAIL, claims));
  });

  test("no attempt leaves anything behind", async () => {
    const openedBy = await em().count(InvitationValidation, {});
    expect(openedBy).toBe(8);
  });
});

/** Returns the result for a person whose provider vouches for these claims. */
async function open(target: Contact, claims: Readonly<Record<string, unknown>>): Promise<string> {
  const invitation = invited.get(target.value);
  const token = await provider.sign({ claims: { sub: crypto.randomUUID(), ...claims } });
  try {
    const identity = await api.deps.verifyToken([`Bearer ${token}`]);
    const opening = { identity, invitationToken: invitation?.token ?? "" };
    await transact(em(), (tx) => validateInvitation(tx, opening));
    return "opened";
  } catch (error) {
    return error instanceof Error ? error.message : "fault";
  }
}

function asPhone(phone_number: string) {
  return {
    email: undefined,
    phone_number,
    phone_number_verified: true,
  };
}
