import type { RequestHandler } from "express";
import { APP_SCHEMES } from "../../contract/accounts/vocabulary.ts";
import { CONSOLE_PATHS } from "../../contract/console-paths.ts";
import type { ApiDeps } from "../api-deps.ts";
import { consolePages } from "./console-pages.ts";
import { accountAppsPage } from "./account/account-apps-page.ts";
import { accountPage } from "./account/account-page.ts";
import { appPage } from "./app-page.ts";
import { coachAppPage } from "./coach-app-page.ts";
import { invitationPage } from "./invitation-page.ts";
import type { OutsideLinks } from "./outside-links.ts";
import { page } from "./page.ts";
import { phonePages } from "./phone-pages.ts";
import { startPage } from "./start-page.ts";
import { videoOrigins } from "./video-origins.ts";
import { wellKnownDocuments } from "./well-known-documents.ts";
import { CALLBACK_PATH, PAGE_PATHS, PHONE_PATHS } from "../../contract/page-paths.ts";

/** The read-only pages and documents of the API for people and programs, apart from its routes, by path. */
export function ownPages(deps: OwnPagesDeps): readonly (readonly [string, RequestHandler])[] {
  const { links, publicUrl, tokenOrigin } = deps;
  const { invitation, memberInvitation } = PAGE_PATHS;
  const hasAccountPage = links.webClientId !== null;
  const phone = phonePages(deps);
  const console = consolePages({
    ...deps,
    stackLinks: stackLinks(links, phone.length > 0),
    videoOrigins: videoOrigins(deps.exercises.desk.providers),
  });
  const hasConsole = console.length > 0 && hasAccountPage;
  const client = invitationPage({
    sentence: "clientInvited",
    preview: "/api/v1/client-invitations/preview",
    appLink: `${APP_SCHEMES.CLIENT_MOBILE}:${invitation}`,
    app: links.clientApp,
    hasAccountPage,
    // A client registers in the app alone (docs/rooms/accounts.md#surfaces).
    console: null,
  });
  const coach = invitationPage({
    sentence: "coachInvited",
    preview: "/api/v1/member-invitations/preview",
    appLink: `${APP_SCHEMES.COACH_MOBILE}:${memberInvitation}`,
    app: links.coachApp,
    hasAccountPage,
    console: hasConsole ? CONSOLE_PATHS.home : null,
  });
  return [
    ...(console.length > 0
      ? console
      : [["/", page(startPage({ links, hasPhone: phone.length > 0 }))] as const]),
    [invitation, page(client)],
    [memberInvitation, page(coach)],
    [PAGE_PATHS.clientApp, page(appPage("CLIENT_MOBILE", links, null))],
    [PAGE_PATHS.coachApp, coachAppPage(links, hasConsole)],
    ...accountPages(links, tokenOrigin),
    ...phone,
    ...wellKnownDocuments(links, publicUrl),
  ];
}

/** Links to the parts of an embedded stack, its phone and its reference; none in production. */
function stackLinks({ startPage: parts }: OutsideLinks, hasPhone: boolean) {
  if (parts.length === 0) return [];
  const phone = hasPhone ? [{ name: "Phone", url: PHONE_PATHS.page }] : [];
  return [...phone, ...parts, { name: "API", url: "/docs" }];
}

/** The dependencies of the pages. */
type OwnPagesDeps = Pick<
  ApiDeps,
  | "consoleDirectory"
  | "exercises"
  | "links"
  | "log"
  | "phoneDirectory"
  | "publicUrl"
  | "tokenOrigin"
>;

/** The account page. If no app of ours signs in on the web, it leads to the apps, because mails link to it. */
function accountPages(
  links: OutsideLinks,
  tokenOrigin: ApiDeps["tokenOrigin"],
): readonly (readonly [string, RequestHandler])[] {
  const { issuer, webClientId: clientId, termsPage, privacyPage } = links;
  if (clientId === null) return [[PAGE_PATHS.account, page(accountAppsPage(links))]];
  const account = page(accountPage({ issuer, clientId, tokenOrigin, termsPage, privacyPage }));
  return [
    [PAGE_PATHS.account, account],
    [CALLBACK_PATH, account],
  ];
}
