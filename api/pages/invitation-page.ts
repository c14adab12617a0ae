import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { button } from "./button.ts";
import { INVITATION_OUTCOMES, type InvitationOutcome } from "./invitation-outcomes.ts";
import type { AppIdentity } from "./outside-links.ts";
import type { PageContent } from "./page.ts";
import { PAGE_PATHS } from "../../contract/page-paths.ts";
import { PAGE_TEXTS, type PageLanguage, type PageTexts } from "./texts.ts";
import { withPlaces } from "./with-places.ts";
import { storeLinks } from "./store-links.ts";

/**
 * The page behind an invitation's link if no app handles it. It has no server state: the token stays in the browser,
 * which asks who invites. A desktop shows the link as a QR code for the phone.
 */
export function invitationPage(kind: InvitationKind) {
  return (language: PageLanguage): PageContent => {
    const texts = PAGE_TEXTS[language];
    const closed = INVITATION_OUTCOMES.map((outcome) =>
      section(outcome, `<p>${texts.closed[outcome]}</p>${nextStep(outcome, kind, texts)}`),
    );
    const body = `<div data-preview="${kind.preview}" role="status">
<noscript><p>${texts.noScript}</p></noscript>
${section("LOOKING", `<p class="soft">${texts.looking}</p>`)}
${section("OPEN", openInvitation(kind, texts))}
${closed.join("\n")}
</div>`;
    return { title: texts.invitationTitle, body, script: SCRIPT };
  };
}

/** A kind of invitation: its page's question, and its app. */
export interface InvitationKind {
  readonly sentence: "clientInvited" | "coachInvited";
  /** Route that shows the token's holder who invites. */
  readonly preview: string;
  /** Where the app itself opens it, without the token. */
  readonly appLink: string;
  readonly app: AppIdentity;
  /** Whether the account page exists here. */
  readonly hasAccountPage: boolean;
  /** Where the invited person joins in the browser; null where only the app can. */
  readonly console: string | null;
}

const SCRIPT = [
  codeGenerator(),
  readFileSync(new URL("./browser/show-invitation.js", import.meta.url), "utf8"),
].join("\n");

/** The QR code's module as a function of the page's own script; `lean-qr.json` names package and version. */
function codeGenerator(): string {
  const compressed = readFileSync(new URL("./browser/lean-qr.js.br", import.meta.url));
  const module = brotliDecompressSync(compressed).toString();
  const [found, name] = /export\{.*?(\w+) as generate\};\s*$/.exec(module) ?? [];
  if (found === undefined) throw new Error("lean-qr exports no function generate.");
  return `const generateCode = (() => {${module.replace(found, "")}\nreturn ${name};})();`;
}

function openInvitation(kind: InvitationKind, texts: PageTexts): string {
  const { sentence, appLink, app } = kind;
  return `<p data-workspace="named">${withPlaces(texts[sentence])}</p>
<p data-workspace="own">${withPlaces(texts[`${sentence}ByName`])}</p>
<p class="soft">${withPlaces(texts.validity)}</p>
<p data-on="phone"><a class="button" data-part="open" data-app="${appLink}" href="${appLink}">${texts.openInApp}</a></p>
${joinInBrowser(kind, texts)}
${storeLinks(texts.stores, app.storePages)}
<details data-part="elsewhere"><summary><span data-on="phone">${texts.onAnotherPhone}</span><span data-on="desk">${texts.onYourPhone}</span></summary>
<p>${texts.scan}</p>${code(texts.codeLabel)}</details>
<details><summary>${texts.notYours}</summary><p>${texts.notYoursHelp}</p></details>`;
}

/** A desktop has no app, so joining in the browser is its first step; on a phone it is the second. */
function joinInBrowser({ console }: InvitationKind, { join }: PageTexts): string {
  if (console === null) return "";
  return `<div data-join="${console}"><div data-on="desk">${button("join", join, "button")}</div><div data-on="phone">${button("join", join)}</div></div>`;
}

/** The page's script draws the code. */
const code = (label: string) =>
  `<svg class="code" data-part="code" role="img" aria-label="${label}"><rect x="-4" y="-4" width="100%" height="100%" fill="#fff"/><path fill="#000"/></svg>`;

/** The next step of the person; the sentence of the outcome itself names it where there is nothing to press. */
function nextStep(outcome: InvitationOutcome, kind: InvitationKind, texts: PageTexts): string {
  switch (outcome) {
    case "INCOMPLETE":
    case "NOT_FOUND":
    case "INVITATION_REPLACED":
      return mailAgain(kind, texts);
    case "INVITATION_CONSUMED":
      return `<p data-on="phone"><a class="button" href="${kind.appLink}">${texts.openApp}</a></p>${consoleLink(kind, texts)}${accountLink(kind, texts.account)}`;
    case "INVITATION_EXPIRED":
    case "INVITATION_REVOKED":
      return "";
    case "WORKSPACE_SUSPENDED":
    case "RATE_LIMITED":
    case "UNAVAILABLE":
      return button("again", texts.again, "button");
  }
}

/** The account page mails a client's invitation again (docs/rooms/invitations.md#mail). */
function mailAgain(kind: InvitationKind, texts: PageTexts): string {
  const isMailed = kind.sentence === "clientInvited" && kind.hasAccountPage;
  if (!isMailed) return `<p>${texts.messageLost}</p>`;
  return `<p>${texts.mailAgain}</p>${accountLink(kind, texts.mailAgainStep, "button")}`;
}

const consoleLink = ({ console }: InvitationKind, texts: PageTexts) =>
  console === null ? "" : `<p><a class="plain" href="${console}">${texts.openInBrowser}</a></p>`;

const accountLink = (
  { hasAccountPage }: InvitationKind,
  text: string,
  style: "button" | "plain" = "plain",
) => (hasAccountPage ? `<p><a class="${style}" href="${PAGE_PATHS.account}">${text}</a></p>` : "");

const section = (outcome: string, content: string) =>
  `<section data-outcome="${outcome}" hidden>${content}</section>`;
