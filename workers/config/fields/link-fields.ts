import * as z from "zod";
import type { Surface } from "../../../contract/accounts/vocabulary.ts";
import { settingNotes } from "../setting-notes.ts";
import type { AppIdentity, OutsideLinks } from "../../../api/pages/outside-links.ts";

/** Entries of a comma-separated list; an empty text is an empty list. */
const listOf = <Entry>(entry: z.ZodType<Entry, string>) =>
  z
    .string()
    .transform((text) => text.split(",").map((part) => part.trim()))
    .transform((parts) => parts.filter((part) => part !== ""))
    .pipe(z.array(entry))
    .prefault("");

const webAddress = () =>
  z.url({ protocol: /^https?$/, error: "has to be a list of web addresses" });

/** Null if the variable is absent or empty. */
const optionalAddress = () =>
  z
    .string()
    .transform((text) => (text === "" ? null : text))
    .pipe(z.url({ protocol: /^https?$/, error: "has to be a web address" }).nullable())
    .prefault("");

const origin = () =>
  webAddress().refine((text) => new URL(text).origin === text, "has to be a list of origins");

const appleAppId = () =>
  z
    .string()
    .regex(
      /^[A-Z0-9]{10}\.[A-Za-z0-9.-]{1,155}$/,
      "has to be team and bundle id, with a dot between",
    );

const ANDROID = /^([\w.]{3,255})=((?:[0-9A-F]{2}(?::[0-9A-F]{2}){31}\+?)+)$/;
const androidApp = () =>
  z.string().transform((text, ctx) => {
    const [, packageName, prints] = ANDROID.exec(text) ?? [];
    if (packageName !== undefined && prints !== undefined) {
      return { packageName, fingerprints: prints.split("+").filter((print) => print !== "") };
    }
    ctx.addIssue("has to be package=fingerprint, SHA-256, further ones after a +");
    return z.NEVER;
  });

const securityContact = () =>
  z.url({
    protocol: /^(?:https|mailto|tel)$/,
    error: "has to be a list of mailto: or https: addresses",
  });

const namedLink = () =>
  z.string().transform((text, ctx) => {
    const [name = "", ...rest] = text.split("=");
    const url = rest.join("=");
    if (name.trim() !== "" && URL.canParse(url)) return { name: name.trim(), url };
    ctx.addIssue("has to be a list of name=address");
    return z.NEVER;
  });

const notes = (meaning: string) => ({ meaning, written: "", readers: ["api"] as const });

/** The variables of links from the API to other sites, and back. */
export const LinkFields = {
  API_CORS_ORIGINS: listOf(origin()).register(
    settingNotes,
    notes("Origins whose scripts may call the API, such as the console's, separated by commas."),
  ),
  START_PAGE_LINKS: listOf(namedLink()).register(
    settingNotes,
    notes(
      "Further links of the start page, as name=address separated by commas. `npm start` lists its services.",
    ),
  ),
  SECURITY_CONTACTS: listOf(securityContact()).register(
    settingNotes,
    notes(
      "Contacts for security reports (/.well-known/security.txt): mailto: or https:, preferred first, separated by commas.",
    ),
  ),
  TERMS_PAGE: optionalAddress().register(
    settingNotes,
    notes(
      "Page with the terms in force, which the account page links to; TERMS_VERSION is their version.",
    ),
  ),
  PRIVACY_PAGE: optionalAddress().register(
    settingNotes,
    notes(
      "Page with the privacy policy in force, which the account page links to; PRIVACY_VERSION is its version.",
    ),
  ),
  CLIENT_APP_APPLE_ID: appleAppId()
    .optional()
    .register(
      settingNotes,
      notes(
        "Apple team and bundle id of the app for clients, with a dot between. It opens invitation links.",
      ),
    ),
  CLIENT_APP_ANDROID: androidApp()
    .optional()
    .register(
      settingNotes,
      notes(
        "The app for clients on Android: package=SHA-256 fingerprint, further fingerprints after a +.",
      ),
    ),
  CLIENT_APP_STORE_PAGES: listOf(webAddress()).register(
    settingNotes,
    notes("Store pages of the app for clients, separated by commas."),
  ),
  COACH_APP_APPLE_ID: appleAppId()
    .optional()
    .register(
      settingNotes,
      notes("Apple team and bundle id of the app for coaches, with a dot between."),
    ),
  COACH_APP_ANDROID: androidApp()
    .optional()
    .register(
      settingNotes,
      notes(
        "The app for coaches on Android: package=SHA-256 fingerprint, further fingerprints after a +.",
      ),
    ),
  COACH_APP_STORE_PAGES: listOf(webAddress()).register(
    settingNotes,
    notes("Store pages of the app for coaches, separated by commas."),
  ),
};

/** Link targets of the API's pages, and the origins that may call it. */
export function readLinks(
  read: z.output<z.ZodObject<typeof LinkFields>>,
  provider: { readonly issuer: string; readonly clients: ReadonlyMap<string, Surface> },
): OutsideLinks {
  const [webClientId = null] = [...provider.clients]
    .filter(([, surface]) => surface === "WEB")
    .map(([clientId]) => clientId);
  return {
    issuer: provider.issuer,
    webClientId,
    clientApp: appOf(
      read.CLIENT_APP_APPLE_ID,
      read.CLIENT_APP_ANDROID,
      read.CLIENT_APP_STORE_PAGES,
    ),
    coachApp: appOf(read.COACH_APP_APPLE_ID, read.COACH_APP_ANDROID, read.COACH_APP_STORE_PAGES),
    startPage: read.START_PAGE_LINKS,
    securityContacts: read.SECURITY_CONTACTS,
    termsPage: read.TERMS_PAGE,
    privacyPage: read.PRIVACY_PAGE,
    origins: new Set(read.API_CORS_ORIGINS),
  };
}

function appOf(
  appleId: string | undefined,
  android: AppIdentity["android"] | undefined,
  storePages: readonly string[],
): AppIdentity {
  return { appleId: appleId ?? null, android: android ?? null, storePages };
}
