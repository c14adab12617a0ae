import { afterAll, describe, expect, test } from "@jest/globals";
import { eventually } from "../factories/eventually.ts";
import { startApi } from "../harness/api.ts";

const CONSOLE = "https://console.example.com";
const FINGERPRINT = Array.from({ length: 32 }, () => "AB").join(":");
const MOST_BYTES = 40_000;
const PAGES = [
  "/",
  "/invitation",
  "/member-invitation",
  "/account",
  "/callback",
  "/app",
  "/coach-app",
];
const WITHOUT_SCRIPT = ["/", "/app", "/coach-app"];

/** The token endpoint of the provider, on another origin than the issuer that the pages name. */

const api = await startApi({
  links: {
    securityContacts: ["mailto:security@example.com", "https://example.com/security"],
    issuer: "https://login.example.com/realms/sideline",
    webClientId: "sideline-web",
    clientApp: {
      appleId: "TEAM123456.app.sideline.client",
      android: { packageName: "app.sideline.client", fingerprints: [FINGERPRINT] },
      storePages: ["https://apps.example.com/sideline?a=1&b=2"],
    },
    startPage: [{ name: "Mailbox", url: "http://127.0.0.1:4000/mailbox" }],
    origins: new Set([CONSOLE]),
  },
});
const bare = await startApi({ database: api.database });
const tokenOrigin = await eventually(
  async () => api.deps.tokenOrigin() ?? "",
  (origin) => origin !== "",
);
afterAll(async () => {
  await bare.close();
  await api.close();
});

describe("the page behind an invitation's link", () => {
  test.each(PAGES)("%s is HTML whatever Accept asks for, and smaller than 40 kB", async (path) => {
    for (const accept of ["*/*", "text/html", "application/json", "image/png;q=0", "no type", ""]) {
      const answer = await get(path, { Accept: accept });
      const text = await answer.text();
      expect([answer.status, answer.headers.get("Content-Type")]).toEqual([
        200,
        "text/html; charset=utf-8",
      ]);
      expect(Buffer.byteLength(text)).toBeLessThan(MOST_BYTES);
    }
    const head = await get(path, {}, "HEAD");
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect((await get(path, {}, "POST")).status).toBe(405);
  });

  test.each(PAGES)(
    "%s is in English or German by preference, and in English for any other language",
    async (path) => {
      const languages: Record<string, string> = {};
      for (const answered of ["de-AT,de;q=0.9,en;q=0.5", "en-GB", "fr", "%%%", ""]) {
        const answer = await get(path, { "Accept-Language": answered });
        expect(await answer.text()).toContain(
          `<html lang="${answer.headers.get("Content-Language")}">`,
        );
        languages[answered] = answer.headers.get("Content-Language") ?? "";
      }
      expect(Object.values(languages)).toEqual(["de", "en", "en", "en", "en"]);
    },
  );

  test.each(PAGES)(
    "%s runs only its own script, and contacts only the issuer and its token endpoint, to sign in",
    async (path) => {
      const [first, second] = await Promise.all([get(path), get(path)]);
      const policy = first.headers.get("Content-Security-Policy") ?? "";
      const nonce = /script-src 'nonce-([\w+/=]+)'/.exec(policy)?.[1] ?? "";
      expect(policy).toContain("default-src 'none'");
      const signsIn = ["/account", "/callback"].includes(path);
      const answered = signsIn ? `'self' https://login.example.com ${tokenOrigin}` : "'self'";
      expect(policy).toContain(`connect-src ${answered};`);
      expect(policy).not.toContain("unsafe");
      expect(second.headers.get("Content-Security-Policy")).not.toContain(nonce);
      expect(first.headers.get("Referrer-Policy")).toBe("no-referrer");
      const scripts = [...(await first.text()).matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
      expect(scripts).toEqual(WITHOUT_SCRIPT.includes(path) ? [] : [`<script nonce="${nonce}">`]);
    },
  );

  test("offers the configured app stores, and explains without a script how to continue", async () => {
    const text = await (await get("/invitation")).text();
    expect(text).toContain('href="https://apps.example.com/sideline?a=1&amp;b=2"');
    expect(text).toContain("app.sideline.client:/invitation");
    expect(text).toMatch(/<noscript><p>Open this link on the phone/);
    expect(await (await fetch(`${bare.url}/invitation`)).text()).not.toContain("apps.example.com");
  });

  test("the account page exists where one of our apps signs in on the web, and explains without a script how to continue", async () => {
    const text = await (await get("/account")).text();
    expect(text).toContain(`data-issuer="https://login.example.com/realms/sideline"`);
    expect(text).toMatch(/<noscript><p>To sign in here, allow scripts on this page/);
    expect(await (await get("/")).text()).toContain('<a href="/account">');
    expect((await fetch(`${bare.url}/callback`)).status).toBe(404);
    // Mails link to it all the same.
    // Without it the page cannot know who reads it, so it leads clients and coaches to their own app.
    for (const [language, ...texts] of [
      ["en", "Your account is in the app", "app for clients", "app for coaches"],
      ["de", "Ihr Konto ist in der App", "App für Klienten", "App für Coaches"],
    ] as const) {
      const headers = { "Accept-Language": language };
      const apps = await (await fetch(`${bare.url}/account`, { headers })).text();
      for (const expected of [...texts, "app.sideline.client:/", "app.sideline.coach:/"])
        expect(apps).toContain(expected);
    }
    expect(await (await fetch(`${bare.url}/`)).text()).not.toContain("/account");
  });

  test("the start page links to the API reference, and in embedded mode to the rest of the stack", async () => {
    const text = await (await get("/")).text();
    expect(text).toContain('<a href="/docs">');
    expect(text).toContain('<a href="http://127.0.0.1:4000/mailbox">Mailbox</a>');
    expect(await (await fetch(`${bare.url}/`)).text()).not.toContain("Mailbox");
  });
});

describe("documents at well-known addresses", () => {
  test("say which app opens which link (Apple, Android), if apps are configured", async () => {
    const apple = await get("/.well-known/apple-app-site-association");
    expect(apple.headers.get("Content-Type")).toBe("application/json");
    expect(await apple.json()).toEqual({
      applinks: {
        details: [
          {
            appIDs: ["TEAM123456.app.sideline.client"],
            components: [{ "/": "/invitation" }, { "/": "/app" }],
          },
        ],
      },
    });
    expect(await (await get("/.well-known/assetlinks.json")).json()).toEqual([
      {
        relation: ["delegate_permission/common.handle_all_urls"],
        target: {
          namespace: "android_app",
          package_name: "app.sideline.client",
          sha256_cert_fingerprints: [FINGERPRINT],
        },
      },
    ]);
    for (const name of ["apple-app-site-association", "assetlinks.json"]) {
      expect((await fetch(`${bare.url}/.well-known/${name}`)).status).toBe(404);
    }
  });

  test("say where to report a vulnerability (RFC 9116), for less than a year, if a contact is configured", async () => {
    const answer = await get("/.well-known/security.txt");
    expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    const lines = (await answer.text()).split("\n");
    const expires = new Date(lines.find((line) => line.startsWith("Expires: "))?.slice(9) ?? "");
    expect(lines).toEqual([
      "Contact: mailto:security@example.com",
      "Contact: https://example.com/security",
      `Expires: ${expires.toISOString()}`,
      "Preferred-Languages: en, de",
      `Canonical: ${api.deps.publicUrl}/.well-known/security.txt`,
      "",
    ]);
    const days = (expires.getTime() - Date.now()) / 86_400_000;
    expect(Math.ceil(days)).toBeGreaterThanOrEqual(89);
    expect(days).toBeLessThan(365);
    expect((await fetch(`${bare.url}/.well-known/security.txt`)).status).toBe(404);
  });

  test("name the identity provider (RFC 9728), and a challenge leads there", async () => {
    const refused = await api.call("GET", "/api/v1/auth/me");
    const challenge = refused.headers.get("WWW-Authenticate") ?? "";
    const address = /^Bearer resource_metadata="([^"]+)"$/.exec(challenge)?.[1] ?? "";
    const { pathname } = new URL(address);
    expect(await (await get(pathname)).json()).toMatchObject({
      resource: api.deps.publicUrl,
      authorization_servers: ["https://login.example.com/realms/sideline"],
      bearer_methods_supported: ["header"],
    });
  });
});

describe("calls from other origins", () => {
  const preflight = (origin: string) =>
    get(
      "/api/v1/auth/me",
      {
        Origin: origin,
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "authorization,x-workspace-id",
      },
      "OPTIONS",
    );

  test("are allowed from a configured origin, which may also read a refusal", async () => {
    const answered = await preflight(CONSOLE);
    expect([answered.status, answered.headers.get("Access-Control-Allow-Origin")]).toEqual([
      204,
      CONSOLE,
    ]);
    expect(answered.headers.get("Access-Control-Allow-Headers")).toContain("Authorization");
    expect(answered.headers.get("Access-Control-Allow-Credentials")).toBeNull();
    const refused = await get("/api/v1/auth/me", { Origin: CONSOLE });
    expect([refused.status, refused.headers.get("Access-Control-Allow-Origin")]).toEqual([
      401,
      CONSOLE,
    ]);
  });

  test.each([
    "https://evil.example.com",
    "null",
    `${CONSOLE}.evil.example.com`,
    "http://console.example.com",
  ])("get no CORS headers: %s", async (origin) => {
    const answered = await preflight(origin);
    const called = await get("/api/v1/auth/me", { Origin: origin });
    for (const { headers } of [answered, called]) {
      expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
    }
    expect([answered.status, called.status]).toEqual([405, 401]);
  });

  test("get no CORS headers if no origin is configured", async () => {
    const answered = await fetch(`${bare.url}/api/v1/auth/me`, { headers: { Origin: CONSOLE } });
    expect(answered.headers.get("Access-Control-Allow-Origin")).toBeNull();
  });
});

function get(path: string, headers: Record<string, string> = {}, method = "GET") {
  return fetch(`${api.url}${path}`, { method, headers });
}
