import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { endpoints } from "../../../api/endpoints.ts";
import { OPENAPI_PATH } from "../../../api/openapi/openapi-document.ts";
import { referencePages } from "../../../api/openapi/reference-pages.ts";
import { CONSOLE_FILES, CONSOLE_PATHS } from "../../../contract/console-paths.ts";
import {
  CALLBACK_PATH,
  PAGE_PATHS,
  PHONE_PATHS,
  RESOURCE_METADATA_PATH,
} from "../../../contract/page-paths.ts";
import { proxyConfiguration } from "../../../tools/production/proxy/proxy-configuration.ts";
import { buildOverlay, OVERLAYS } from "./build-overlay.ts";
import { workloadsOf } from "./read-workloads.ts";

const Path = z.object({
  path: z.string(),
  pathType: z.enum(["Exact", "Prefix"]),
  backend: z.object({ service: z.object({ name: z.string() }) }),
});
const Ingress = z.object({
  metadata: z.object({ annotations: z.record(z.string(), z.string()) }),
  spec: z.object({
    tls: z.tuple([z.object({ hosts: z.array(z.string()) })]),
    rules: z.tuple([z.object({ host: z.string(), http: z.object({ paths: z.array(Path) }) })]),
  }),
});

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

describe.each(OVERLAYS)("The ingress of the overlay %s", (overlay) => {
  const manifests = buildOverlay(overlay);
  const { metadata, spec } = Ingress.parse(manifests.find(({ kind }) => kind === "Ingress"));
  const [{ host, http }] = spec.rules;

  /** The service that gets a path: exact paths first, then the longest prefix. */
  const backendOf = (asked: string) => {
    const exact = http.paths.find(({ path, pathType }) => pathType === "Exact" && path === asked);
    const [longest] = http.paths
      .filter(({ pathType }) => pathType === "Prefix")
      .filter(({ path }) => asked === path || asked.startsWith(`${path}/`))
      .toSorted((a, b) => b.path.length - a.path.length);
    return (exact ?? longest)?.backend.service.name ?? null;
  };

  test("forwards every public path of the API and of the console", () => {
    expect(served.filter((path) => backendOf(path) !== "api")).toEqual([]);
  });

  test("forwards no internal route, no metrics and no page of the embedded stack", () => {
    expect(internal.length).toBeGreaterThan(1);
    for (const path of internal) expect(backendOf(path)).toBe("closed");
    for (const path of ["/metrics", "/health-check", ...Object.values(PHONE_PATHS), "/other"])
      expect([path, backendOf(path)]).toEqual([path, null]);
  });

  test("names no prefix that nothing is served below", () => {
    const needless = http.paths.filter(
      ({ path }) =>
        ![...served, ...internal].some((one) => one === path || one.startsWith(`${path}/`)),
    );
    expect(needless.map(({ path }) => path)).toEqual([]);
  });

  test("is at the public address of the API, with TLS", () => {
    const [api] = workloadsOf("api", manifests);
    expect(api?.environment["API_PUBLIC_URL"]).toBe(`https://${host}`);
    expect(api?.environment["API_TRUST_PROXY_HOPS"]).toBe("1");
    expect(spec.tls[0].hosts).toEqual([host]);
    expect(metadata.annotations["haproxy.org/ssl-redirect"]).toBe("true");
  });

  test("waits and checks as the proxy of the native production shape does", () => {
    const written = proxyConfiguration({
      ports: { api: 1, database: 2 },
      apis: [],
      database: [],
      adminSocket: "/socket",
      stateFile: "",
    });
    const of = (name: string) => metadata.annotations[`haproxy.org/${name}`] ?? "";
    expect(written).toContain(`timeout server ${of("timeout-server")}`);
    expect(written).toContain(`timeout check ${of("timeout-check")}`);
    expect(written).toContain(`balance ${of("load-balance")}`);
    expect(written).toContain(`httpchk ${of("check-http")}\n`);
    expect(Number.parseInt(of("timeout-server"), 10)).toBeGreaterThan(25);
  });

  test("neither compresses nor limits bodies", () => {
    const names = Object.keys(metadata.annotations);
    expect(names.filter((name) => /compress|gzip|body|rate-limit|snippet/.test(name))).toEqual([]);
  });
});
