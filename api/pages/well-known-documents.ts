import type { RequestHandler } from "express";
import type { AppIdentity, OutsideLinks } from "./outside-links.ts";
import { PAGE_PATHS, RESOURCE_METADATA_PATH } from "../../contract/page-paths.ts";

/**
 * Documents that other programs expect at a fixed path: the apps that open our links, and the identity provider. A
 * document without configuration is absent.
 */
export function wellKnownDocuments(
  links: OutsideLinks,
  publicUrl: string,
): readonly (readonly [string, RequestHandler])[] {
  const { clientApp, coachApp, issuer } = links;
  const apps = [
    { app: clientApp, paths: [PAGE_PATHS.invitation, PAGE_PATHS.clientApp] },
    { app: coachApp, paths: [PAGE_PATHS.memberInvitation, PAGE_PATHS.coachApp] },
  ];
  const apple = apps.flatMap(({ app, paths }) => appleDetails(app, paths));
  const android = apps.flatMap(({ app }) => androidStatement(app));
  const resource = {
    resource: publicUrl,
    authorization_servers: [issuer],
    bearer_methods_supported: ["header"],
    resource_name: "Sideline",
    resource_documentation: `${publicUrl}/docs`,
  };
  return [
    [RESOURCE_METADATA_PATH, send(resource)],
    ...(apple.length === 0
      ? []
      : [
          [
            "/.well-known/apple-app-site-association",
            send({ applinks: { details: apple } }),
          ] as const,
        ]),
    ...(android.length === 0 ? [] : [["/.well-known/assetlinks.json", send(android)] as const]),
    ...(links.securityContacts.length === 0
      ? []
      : [[SECURITY_PATH, securityText(links.securityContacts, publicUrl)] as const]),
  ];
}

const SECURITY_PATH = "/.well-known/security.txt";

/** Validity of the security contacts in days; RFC 9116 wants less than a year. */
const SECURITY_DAYS = 90;
const DAY_MS = 86_400_000;

/** The contacts for reporting a vulnerability (RFC 9116); valid for {@link SECURITY_DAYS}. */
function securityText(contacts: readonly string[], publicUrl: string): RequestHandler {
  return (_req, res) => {
    const today = Math.floor(Date.now() / DAY_MS);
    const expires = new Date((today + SECURITY_DAYS) * DAY_MS).toISOString();
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires}`,
      "Preferred-Languages: en, de",
      `Canonical: ${publicUrl}${SECURITY_PATH}`,
    ];
    res.setHeader("Content-Type", "text/plain; charset=utf-8");
    res.setHeader("Cache-Control", "public, max-age=3600");
    res.end(`${lines.join("\n")}\n`);
  };
}

function appleDetails({ appleId }: AppIdentity, paths: readonly string[]) {
  const components = paths.map((path) => ({ "/": path }));
  return appleId === null ? [] : [{ appIDs: [appleId], components }];
}

function androidStatement({ android }: AppIdentity) {
  if (android === null) return [];
  const { packageName, fingerprints } = android;
  return [
    {
      relation: ["delegate_permission/common.handle_all_urls"],
      target: {
        namespace: "android_app",
        package_name: packageName,
        sha256_cert_fingerprints: fingerprints,
      },
    },
  ];
}

/** Stores and programs may cache it for an hour. */
function send(document: unknown): RequestHandler {
  const text = JSON.stringify(document);
  return (_req, res) => {
    res.setHeader("Content-Type", "application/json");
    res.setHeader("Cache-Control", "public, max-age=3600");
    res.end(text);
  };
}
