import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { CONSOLE_FILES, CONSOLE_NONCE, CONSOLE_PATHS } from "../../contract/console-paths.ts";
import { noOutsideLinks } from "../../api/pages/outside-links.ts";
import { eventually } from "../factories/eventually.ts";
import { startApi } from "../harness/api.ts";
import { newTestFolder } from "../harness/context.ts";

const ISSUER = "https://login.example.com/realms/sideline";
const outside = newTestFolder("outside");
writeFileSync(join(outside, "secret.js"), "secret");
const folder = join(outside, "console");
const files = join(folder, CONSOLE_FILES);
mkdirSync(files, { recursive: true });
writeFileSync(
  join(folder, "index.html"),
  `<html><head><script nonce="${CONSOLE_NONCE}"></script></head><body></body></html>`,
);
for (const [name, text] of [
  ["main-1.js", "plain"],
  ["main-1.js.br", "by brotli"],
  ["main-1.js.gz", "by gzip"],
  ["notes.txt", "no file of a page"],
] as const)
  writeFileSync(join(files, name), text);
symlinkSync(join(outside, "secret.js"), join(files, "link.js"));

const lines: string[] = [];
const links = { ...noOutsideLinks(ISSUER), webClientId: "sideline-web" };
const api = await startApi({ consoleDirectory: folder, links });
const bare = await startApi({ database: api.database, links });
const missing = await startApi({
  database: api.database,
  links,
  consoleDirectory: join(outside, "nowhere"),
  onLog: ({ msg }) => void lines.push(String(msg)),
});
afterAll(async () => {
  await missing.close();
  await bare.close();
  await api.close();
});

// The policy names the origin of the token endpoint once the provider was discovered.
await eventually(
  async () => api.deps.tokenOrigin(),
  (origin) => origin !== null,
);

const get = (path: string, init: RequestInit = {}, at = api) =>
  fetch(`${at.url}${path}`, { redirect: "manual", ...init });
const addressOf = (path: string) => path.replaceAll(/\$\w+/g, "some-id");

describe("the console of an API that has its folder", () => {
  test.each(Object.values(CONSOLE_PATHS))(
    "shows its page at %s, written anew and never stored",
    async (path) => {
      const [first, second] = [await get(addressOf(path)), await get(addressOf(path))];
      expect([first.status, first.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
      expect(first.headers.get("ETag")).toBeNull();
      const nonces = [await first.text(), await second.text()].map(
        (text) => /nonce="([\w-]{20,})"/.exec(text)?.[1],
      );
      expect(new Set(nonces).size).toBe(2);
      expect(first.headers.get("Content-Security-Policy")).toContain(`'nonce-${nonces[0] ?? ""}'`);
    },
  );

  test("the page behind a member's link leads to it in both languages, in less than 25 kB, and a client's page does not", async () => {
    for (const [language, words] of [
      ["en", "Join in the browser"],
      ["de", "Im Browser beitreten"],
    ] as const) {
      const headers = { "Accept-Language": language };
      const member = await (await get("/member-invitation", { headers })).text();
      expect(member).toContain(words);
      expect(member).toContain("<noscript>");
      expect(Buffer.byteLength(member)).toBeLessThan(25_000);
      const client = await (await get("/invitation", { headers })).text();
      expect(client).not.toContain(words);
      expect(Buffer.byteLength(client)).toBeLessThan(25_000);
      expect(await (await get("/member-invitation", { headers }, bare)).text()).not.toContain(
        words,
      );
    }
  });

  test("the page behind a coach's mail leads to the inbox in both languages; without a console, and for a client, to the app alone", async () => {
    for (const [language, words] of [
      ["en", "Open my inbox"],
      ["de", "Posteingang öffnen"],
    ] as const) {
      const read = async (path: string, at = api) =>
        await (await get(path, { headers: { "Accept-Language": language } }, at)).text();
      expect(await read("/coach-app")).toContain(`href="${CONSOLE_PATHS.inbox}">${words}</a>`);
      for (const text of [await read("/coach-app", bare), await read("/app")])
        expect([text.includes(words), text.includes(`:/">`)]).toEqual([false, true]);
    }
  });

  test("the page behind a coach's mail leads into the workspace that the mail names, and takes nothing else from the address", async () => {
    const read = async (query: string) => await (await get(`/coach-app${query}`)).text();
    const workspaceId = "01900000-0000-7000-8000-00000000000a";
    expect(await read(`?workspace=${workspaceId}`)).toContain(
      `href="${CONSOLE_PATHS.inbox}?workspace=${workspaceId}">`,
    );
    const markup = encodeURIComponent(`${workspaceId}"><script>`);
    for (const query of [
      `?workspace=${markup}`,
      `?workspace=${workspaceId}&workspace=${workspaceId}`,
      "?workspace=",
      `?other=${workspaceId}`,
    ])
      expect(await read(query)).toContain(`href="${CONSOLE_PATHS.inbox}">`);
  });

  test("a page that a browser knows is never answered 304", async () => {
    const answer = await get("/inbox", { headers: { "If-None-Match": "*" } });
    expect(answer.status).toBe(200);
  });

  test("the policy lets the page run scripts by nonce only, and call this API, the issuer and its token endpoint only", async () => {
    const policy = (await get("/inbox")).headers.get("Content-Security-Policy") ?? "";
    const parts = policy.split("; ").map((part) => part.replace(/'nonce-[^']+'/, "NONCE"));
    expect(parts).toEqual([
      "default-src 'none'",
      "script-src NONCE 'strict-dynamic'",
      "style-src NONCE 'self'",
      "img-src 'self' data: blob:",
      // Where the test's provider exchanges codes is another origin.
      expect.stringMatching(
        /^connect-src 'self' https:\/\/login\.example\.com http:\/\/127\.0\.0\.1:\d+$/u,
      ),
      "media-src blob:",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  test("the other headers reveal the visit to no host, and keep the page apart from its opener", async () => {
    const { headers } = await get("/inbox");
    expect(headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
    expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  test.each([
    ["br, gzip", "br"],
    ["gzip", "gzip"],
    ["identity", null],
  ])(
    "a file is sent to a browser that accepts %s in the form %s, and never changes",
    async (accepted, encoding) => {
      const answer = await get(`${CONSOLE_FILES}main-1.js`, {
        headers: { "Accept-Encoding": accepted },
      }).catch(() => null);
      // The texts of the test are not compressed, so a client that decodes them fails; a HEAD has the headers alone.
      const head = await get(`${CONSOLE_FILES}main-1.js`, {
        method: "HEAD",
        headers: { "Accept-Encoding": accepted },
      });
      expect(head.headers.get("Content-Encoding")).toBe(encoding);
      expect(head.headers.get("Vary")).toContain("Accept-Encoding");
      expect(head.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      expect(head.headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
      if (encoding === null) expect(await answer?.text()).toBe("plain");
    },
  );

  test.each(["main-2.js", "link.js", "notes.txt", "main-1.js.br", "..%2Findex.html"])(
    "has no file %s",
    async (name) => {
      const answer = await get(`${CONSOLE_FILES}${name}`);
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: "NOT_FOUND" }]);
    },
  );

  test.each(["/inbox/a/b", "/unknown", "/clients/a/b/c", "/console"])(
    "has no page at %s",
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  test("a browser at an unknown address gets a page in its language; a program, and everybody below /api, the problem", async () => {
    const headers = { Accept: "text/html,*/*;q=0.8", "Accept-Language": "de" };
    const shown = await get("/unknown", { headers });
    expect([shown.status, shown.headers.get("Content-Language")]).toEqual([404, "de"]);
    expect(await shown.text()).toContain("Diese Seite gibt es nicht");
    const answers = [
      await get("/unknown"),
      await get("/unknown", { headers, method: "POST" }),
      await get("/api/unknown", { headers }),
      await get("/api", { headers }),
    ];
    for (const answer of answers)
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: "NOT_FOUND" }]);
  });

  test("refuses a method that a page does not have", async () => {
    expect((await get("/inbox", { method: "POST" })).status).toBe(405);
  });
});

test("The policy lets the page load videos from the hosts of the provider", async () => {
  const unused = () => Promise.reject(new Error("Nobody asks for a video here."));
  const withVideos = await startApi({
    database: api.database,
    links,
    consoleDirectory: folder,
    exerciseProviders: [
      {
        record: { providerKey: "films", mediaHosts: ["cdn.example.com"] },
        media: { media: unused, usage: unused },
      },
    ],
  });
  const { headers } = await get("/exercises", {}, withVideos);
  const policy = headers.get("Content-Security-Policy");
  expect(policy).toContain("; media-src blob: https://cdn.example.com; ");
  expect(policy).toMatch(/connect-src 'self' [^;]* https:\/\/cdn\.example\.com;/u);
  await withVideos.close();
});

test("The sign-in page of an embedded stack links to its parts and to the reference, in production to none", async () => {
  const startPage = [{ name: "Mailbox", url: "http://127.0.0.1:4000/mailbox" }];
  const embedded = await startApi({
    database: api.database,
    consoleDirectory: folder,
    links: { ...links, startPage },
  });
  const settingsOf = async (at: typeof api) => await (await get("/", {}, at)).text();
  expect(await settingsOf(embedded)).toMatch(/Mailbox.*\/docs/u);
  expect(await settingsOf(api)).toContain("stackLinks&quot;:[]");
  await embedded.close();
});

test("An API without a folder keeps its start page, and has no other address of the console", async () => {
  expect(await (await get("/", {}, bare)).text()).toContain("/docs");
  expect((await get("/inbox", {}, bare)).status).toBe(404);
});

test("An API whose folder is missing says so, and serves no console", async () => {
  expect((await get("/inbox", {}, missing)).status).toBe(404);
  expect(lines).toContain("SIDELINE_CONSOLE_DIR has no index.html; the console is not served");
});
