import { readFileSync } from "node:fs";
import { escapeHtml } from "../../../rules/escape-html.ts";
import {
  ACCOUNT_TEXTS,
  ACCOUNT_VIEWS,
  type AccountTexts,
  type AccountView,
} from "./account-texts.ts";
import { noticeForm, signInList } from "./account-settings.ts";
import { ACCOUNT_SETTINGS_TEXTS, type AccountSettingsTexts } from "./account-settings-texts.ts";
import { button } from "../button.ts";
import type { PageContent } from "../page.ts";
import type { PageLanguage } from "../texts.ts";
import { withPlaces } from "../with-places.ts";

/**
 * The page of a person's own account: sign-in by authorization code with PKCE (RFC 7636), sessions, sign-ins,
 * notification settings, export, deletion. It has no server state. The reader's browser has the token, in the page's
 * memory only, and calls the API.
 */
export function accountPage({ issuer, clientId, tokenOrigin, ...pages }: SignInPlace) {
  const { origin } = new URL(issuer);
  const asks = () => [...new Set([origin, tokenOrigin() ?? origin])];
  return (language: PageLanguage): PageContent => {
    const texts = ACCOUNT_TEXTS[language];
    const settings = ACCOUNT_SETTINGS_TEXTS[language];
    const sections = ACCOUNT_VIEWS.map((view) =>
      section(view, texts, () => account(texts, settings, pages)),
    );
    const words = JSON.stringify({ ...texts.words, ...settings.words });
    const data = { issuer, client: clientId, words };
    const attributes = Object.entries(data).map(
      ([name, value]) => `data-${name}="${escapeHtml(value)}"`,
    );
    const body = `<div ${attributes.join(" ")}>
<noscript><p>${texts.noScript}</p></noscript>
<p class="told" role="status" tabindex="-1" data-part="told"></p>
${sections.join("\n")}
</div>`;
    return { title: texts.title, body, script: SCRIPT, asks };
  };
}

/** The page's script consists of five files. */
const SCRIPT = [
  new URL("../browser/show-account.js", import.meta.url),
  new URL("../browser/show-sessions.js", import.meta.url),
  new URL("../browser/show-settings.js", import.meta.url),
  new URL("../browser/show-terms.js", import.meta.url),
  new URL("../browser/show-other-ways.js", import.meta.url),
]
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

/** The identity provider of the page, and the page's client id there. */
export interface SignInPlace {
  readonly issuer: string;
  readonly clientId: string;
  /** Origin where the code of a sign-in is exchanged; it need not be the issuer's own. */
  readonly tokenOrigin: () => string | null;
  /** Pages with the legal texts in force. */
  readonly termsPage: string | null;
  readonly privacyPage: string | null;
}

function section(view: AccountView, texts: AccountTexts, accountOf: () => string): string {
  const content =
    view === "ACCOUNT"
      ? accountOf()
      : `${introOf(view, texts)}<p>${withPlaces(texts.views[view])}</p>${actsOf(view, texts)}`;
  return `<section data-outcome="${view}" hidden>${content}</section>`;
}

/** Before the sign-in, what the page is for. */
const introOf = (view: AccountView, { intro }: AccountTexts) =>
  view === "SIGNED_OUT" ? `<p>${intro}</p>` : "";

/** The actions of a view. */
function actsOf(view: Exclude<AccountView, "ACCOUNT">, texts: AccountTexts): string {
  switch (view) {
    case "LOOKING":
      return "";
    case "SIGNED_OUT":
    case "REFUSED":
      return button("signIn", texts.signIn, "button");
    case "UNAUTHENTICATED":
    case "CONTACT_NOT_VERIFIED":
      return button("signInAfresh", texts.afresh, "button");
    case "ASKED_TO_LEAVE":
    case "PROVIDER_NOT_ALLOWED":
    case "USER_SUSPENDED":
      return button("signOut", texts.signOut, "button");
    case "IDENTITY_NOT_LINKED":
      return `<div data-part="ways"></div><template data-part="way">${button("signInAfresh", withPlaces(texts.signInWith), "button")}</template>${button("signOut", texts.signOut)}`;
    case "SIGN_IN_AGAIN":
      return button("signInAgain", texts.signInAgain, "button") + button("again", texts.back);
    case "REGISTRATION_REQUIRED":
      return `<div data-part="waiting" hidden><p class="note">${withPlaces(texts.waiting)}</p>${button("mailAgain", texts.mailAgain, "button")}</div>${button("signOut", texts.signOut)}`;
    case "USER_PENDING_DELETION":
      return button("keep", texts.keep, "button") + button("signOut", texts.signOut);
    case "UNAVAILABLE":
      return button("again", texts.again, "button");
  }
}

function account(
  texts: AccountTexts,
  settings: AccountSettingsTexts,
  pages: Pick<SignInPlace, "termsPage" | "privacyPage">,
): string {
  const readings = [
    [pages.termsPage, texts.termsPage],
    [pages.privacyPage, texts.privacyPage],
  ].flatMap(([url, text]) =>
    url
      ? [
          // In another tab: this page forgets the sign-in when it is left.
          `<a href="${escapeHtml(url)}" target="_blank" rel="noreferrer">${text}</a>`,
        ]
      : [],
  );
  const reading = readings.length === 0 ? "" : `<p>${readings.join(" · ")}</p>`;
  return `<p>${withPlaces(texts.who)} ${withPlaces(texts.contacts)}</p>
<div class="note" data-part="newTerms" hidden><p>${withPlaces(texts.newTerms)}</p>${reading}${button("acceptTerms", texts.acceptTerms, "button")}</div>
<h2>${texts.sessions}</h2>
<ul data-part="sessions"></ul>
<template data-part="session"><li><strong data-fill="app"></strong><br><span class="soft" data-fill="seen"></span>
${button("end", texts.words.end)}</li></template>
${button("endOthers", texts.endOthers)}
${signInList(settings)}
${noticeForm(settings)}
<h2>${texts.terms}</h2>
<ul data-part="terms"></ul>${reading}
<h2>${texts.exportTitle}</h2>
<p>${texts.exportIntro}</p>
${button("askExport", texts.askExport)}
<div data-part="writing" hidden><p id="writing">${texts.writing}</p><progress aria-labelledby="writing"></progress></div>
<div data-part="ready" hidden><p>${withPlaces(texts.ready)}</p>${button("save", texts.save, "button")}${button("saveAll", texts.saveAll)}</div>
<div class="danger"><h2>${texts.leaveTitle}</h2>
<details><summary>${texts.leaveSummary}</summary><p>${texts.leaveIntro}</p>${button("leave", texts.leave, "button danger")}</details></div>
<hr>${button("signOut", texts.signOut)}`;
}
