import { describe, expect, test } from "@jest/globals";
import { endpoints } from "../../api/endpoints.ts";
import { OPENAPI_PATH } from "../../api/openapi/openapi-document.ts";
import { referencePages } from "../../api/openapi/reference-pages.ts";
import { CONSOLE_FILES, CONSOLE_PATHS } from "../../contract/console-paths.ts";
import {
  CALLBACK_PATH,
  PAGE_PATHS,
  PHONE_PATHS,
  RESOURCE_METADATA_PATH,
} from "../../contract/page-paths.ts";
import { proxyConfiguration } from "../../tools/production/proxy/proxy-configuration.ts";
import { readParts, readText } from "../../tools/production/shape/compose-file.ts";

const configuration = readText("deploy/proxy/haproxy.cfg");
const routes = endpoints.map(({ path }) => path);
const internal = routes.filter((path) => path.startsWith("/api/v1/internal/"));
const served = [
  ...routes.filter((path) => !internal.includes(path)),
  ...referencePages().map(([path]) => path),
  ...Object.values(CONSOLE_PATHS),
  ...Object.values(PAGE_PATHS),
  `${CONSOLE_FILES}index-1a2b.js`,
  CALLBACK_PATH,
  OPENAPI_PATH,
  RESOURCE_METADATA_PATH,
  "/.well-known/security.txt",
  "/health/live",
  "/health/ready",
];

const patternsOf = (acl: string) =>
  [...configuration.matchAll(new RegExp(`^ *acl ${acl} path\\S* -m reg (\\S+)$`, "gm"))].map(
    ([, pattern = ""]) => new RegExp(pattern),
  );
const isPublic = (path: string) =>
  path === "/" || patternsOf("public").some((pattern) => pattern.test(path));
const isInternal = (path: string) =>
  patternsOf("internal").some((pattern) => pattern.test(path.toLowerCase()));

describe("The proxy of docker-compose.yml", () => {
  test("forwards every public path of the API and of the console", () => {
    expect(patternsOf("public")).toHaveLength(2);
    expect(served.filter((path) => !isPublic(path) || isInternal(path))).toEqual([]);
    expect(configuration).toContain("use_backend api if for_api public !internal\n");
  });

  test("forwards no internal route, no metrics and no page of the embedded stack", () => {
    const spellings = internal.flatMap((path) => [
      path,
      path.replace("/api/v1/internal", "/API/v1/Internal"),
      path.replace("/internal", "//internal"),
    ]);
    expect(spellings.length).toBeGreaterThan(3);
    expect(spellings.filter((path) => !isInternal(path))).toEqual([]);
    const closed = ["/metrics", "/health-check", ...Object.values(PHONE_PATHS), "/other"];
    expect(closed.filter(isPublic)).toEqual([]);
    expect(configuration).toContain("default_backend closed\n");
  });

  test("names no prefix that nothing is served below", () => {
    const named = [...configuration.matchAll(/acl public path -m reg \^\/\(([^)]+)\)/g)];
    const prefixes = named.flatMap(([, list = ""]) => list.replace("\\", "").split("|"));
    const needless = prefixes.filter(
      (prefix) => !served.some((path) => path === `/${prefix}` || path.startsWith(`/${prefix}/`)),
    );
    expect(prefixes.length).toBeGreaterThan(10);
    expect(needless).toEqual([]);
  });

  test("forwards of Keycloak only the realm's pages and what they load", () => {
    const isForwarded = (path: string) => patternsOf("sign_in").some((one) => one.test(path));
    expect(["/realms/sideline/account", "/resources/a.css"].every(isForwarded)).toBe(true);
    const closed = ["/", "/realms/master", "/realms/sideline2", "/admin/", "/metrics"];
    expect(closed.filter(isForwarded)).toEqual([]);
  });

  test("waits and checks as the proxy of the native production shape does", () => {
    const native = proxyConfiguration({
      ports: { api: 1, database: 2 },
      apis: [],
      database: [],
      adminSocket: "/socket",
      stateFile: "/state",
    });
    const [defaults = ""] = native.split("\n\nfrontend")[0]?.split("defaults\n").slice(1) ?? [];
    for (const line of defaults.split("\n").filter((one) => one.includes("timeout")))
      expect(configuration).toContain(`${line}\n`);
    expect(/timeout server (\d+)s/.exec(configuration)?.[1]).toBe("75");
    const [unavailable = ""] = /http-error status 503 .*$/m.exec(native) ?? [];
    expect(configuration).toContain(unavailable);
  });

  test("believes no address that a caller names, and neither compresses nor limits bodies", () => {
    expect(configuration).toContain("http-request del-header X-Forwarded- -m beg\n");
    expect(configuration).toContain("option forwardfor\n");
    expect(configuration).not.toMatch(/^ *(?:compression|filter|http-request wait-for-body)/m);
  });

  test("knows the public addresses of the API and of Keycloak, and runs only if it is wanted", () => {
    const proxy = readParts().get("proxy");
    expect(proxy?.profiles).toEqual(["proxy"]);
    const used = [...configuration.matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name]) => name);
    expect(Object.keys(proxy?.environment ?? {})).toEqual(used);
    // An API without the keys of Keycloak, which come through the proxy, is not ready.
    expect(Object.keys(proxy?.depends_on ?? {})).not.toContain("api");
  });
});
