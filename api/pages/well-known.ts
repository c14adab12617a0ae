import type { RequestHandler } from "express";
import type { AppIdentity, OutsideLinks } from "./outside-links.ts";
import { PAGE_PATHS, RESOURCE_METADATA_PATH } from "./paths.ts";

/**
 * Documents that other programs look for at a fixed place: which apps open which links of ours, and who
 * signs people in. What is not configured is not there.
 */
export function wellKnownDocuments(
  links: OutsideLinks,
  publicUrl: string,
): readonly (readonly [string, RequestHandler])[] {
  const { clientApp, coachApp, issuer } = links;
  const apps = [
    { app: clientApp, path: PAGE_PATHS.invitation },
    { app: coachApp, path: PAGE_PATHS.memberInvitation },
  ];
  const apple = apps.flatMap(({ app, path }) => appleDetails(app, path));
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
  ];
}

function appleDetails({ appleId }: AppIdentity, path: string) {
  return appleId === null ? [] : [{ appIDs: [appleId], components: [{ "/": path }] }];
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

/** Stores and programs may keep it for an hour. */
function send(document: unknown): RequestHandler {
  const text = JSON.stringify(document);
  return (_req, res) => {
    res.setHeader("Content-Type", "application/json");
    res.setHeader("Cache-Control", "public, max-age=3600");
    res.end(text);
  };
}
