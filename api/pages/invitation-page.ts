import { readFileSync } from "node:fs";
import { INVITATION_OUTCOMES } from "./invitation-outcomes.ts";
import type { AppIdentity } from "./outside-links.ts";
import { escapeHtml } from "../../rules/escape-html.ts";
import type { PageContent } from "./page.ts";
import { PAGE_TEXTS, type PageLanguage } from "./texts.ts";
import { withPlaces } from "./with-places.ts";

/**
 * The page behind an invitation's link if no app handles it. It has no server state: the token stays in the fragment,
 * and the reader's browser asks who invites.
 */
export function invitationPage(kind: InvitationKind) {
  return (language: PageLanguage): PageContent => {
    const texts = PAGE_TEXTS[language];
    const closed = INVITATION_OUTCOMES.map((outcome) =>
      section(outcome, `<p>${texts.closed[outcome]}</p>`),
    );
    const body = `<div data-preview="${kind.preview}" role="status">
<noscript><p>${texts.noScript}</p></noscript>
${section("LOOKING", `<p class="soft">${texts.looking}</p>`)}
${section("OPEN", openInvitation(kind, language))}
${closed.join("\n")}
</div>`;
    return { title: texts.invitationTitle, body, script: SCRIPT };
  };
}

const SCRIPT = readFileSync(new URL("./browser/show-invitation.js", import.meta.url), "utf8");

/** A kind of invitation: its page's question, and its app. */
export interface InvitationKind {
  readonly sentence: "clientInvited" | "coachInvited";
  /** Route that shows the token's holder who invites. */
  readonly preview: string;
  /** Where the app itself opens it, without the token. */
  readonly appLink: string;
  readonly app: AppIdentity;
}

function openInvitation(
  { sentence, appLink, app }: InvitationKind,
  language: PageLanguage,
): string {
  const texts = PAGE_TEXTS[language];
  return `<p data-workspace="named">${withPlaces(texts[sentence])}</p>
<p data-workspace="own">${withPlaces(texts[`${sentence}ByName`])}</p>
<p class="soft">${withPlaces(texts.validity)}</p>
<p><a class="button" data-app="${appLink}" href="${appLink}">${texts.openInApp}</a></p>
${storeLinks(texts.stores, app.storePages)}
<details><summary>${texts.notYours}</summary><p>${texts.notYoursHelp}</p></details>`;
}

function storeLinks(text: string, pages: readonly string[]): string {
  if (pages.length === 0) return "";
  const links = pages.map((url) => {
    const address = escapeHtml(url);
    return `<li><a href="${address}" rel="noreferrer">${escapeHtml(new URL(url).hostname)}</a></li>`;
  });
  return `<p class="soft">${text}</p><ul>${links.join("")}</ul>`;
}

const section = (outcome: string, content: string) =>
  `<section data-outcome="${outcome}" hidden>${content}</section>`;
