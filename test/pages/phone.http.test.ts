import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "@jest/globals";
import { startApi } from "../harness/api.ts";
import { getTestPart, newTestFolder } from "../harness/context.ts";
import { signIn } from "../../tools/stack/sign-in.ts";

const ISSUER = "https://login.example.com/realms/sideline";
const HASHED = "public, max-age=31536000, immutable";
const FILES = [
  ["index.html", "text/html; charset=utf-8", "no-cache"],
  ["offline-worker.js", "text/javascript; charset=utf-8", "no-cache"],
  ["config.json", "application/json", "no-cache"],
  ["manifest.webmanifest", "application/manifest+json", "no-cache"],
  ["sqlite3.wasm", "application/wasm", "no-cache"],
  ["unknown.kind", "application/octet-stream", "no-cache"],
  ["main-0A1B2C3D.js", "text/javascript; charset=utf-8", HASHED],
  ["main-0A1B2C3D.css", "text/css; charset=utf-8", HASHED],
  ["icon-0A1B2C3D.svg", "image/svg+xml", HASHED],
  ["icon-0A1B2C3D.png", "image/png", HASHED],
] as const;

const outside = newTestFolder("outside");
writeFileSync(join(outside, "secret.txt"), "secret");
const folder = join(outside, "phone");
mkdirSync(join(folder, "nested"), { recursive: true });
writeFileSync(join(folder, "nested", "deep.js"), "deep");
symlinkSync(join(outside, "secret.txt"), join(folder, "link.txt"));
for (const [name] of FILES) writeFileSync(join(folder, name), `content of ${name}`);

const lines: string[] = [];
const links = { issuer: ISSUER };
const api = await startApi({ phoneDirectory: folder, links });
const bare = await startApi({ database: api.database, links });
const missing = await startApi({
  database: api.database,
  links,
  phoneDirectory: join(outside, "nowhere"),
  onLog: ({ msg }) => void lines.push(String(msg)),
});
afterAll(async () => {
  await missing.close();
  await bare.close();
  await api.close();
});

const get = (path: string, init: RequestInit = {}, at = api) =>
  fetch(`${at.url}${path}`, { redirect: "manual", ...init });

describe("the phone of an API that has its folder", () => {
  test.each(FILES)("serves %s as %s, cached by %s", async (name, contentType, cacheControl) => {
    const answer = await get(`/phone/${name}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe(contentType);
    expect(answer.headers.get("Cache-Control")).toBe(cacheControl);
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBeNull();
    expect(await answer.text()).toBe(`content of ${name}`);
  });

  test.each(["/phone/", "/phone/callback", "/phone/callback?code=c&state=s"])(
    "shows its page at %s",
    async (path) => {
      const answer = await get(path);
      expect([answer.status, await answer.text()]).toEqual([200, "content of index.html"]);
      expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
      expect(answer.headers.get("Cache-Control")).toBe("no-cache");
    },
  );

  test.each(["/phone/", "/phone/callback", "/phone/offline-worker.js", "/phone/main-0A1B2C3D.js"])(
    "lets %s run its own scripts, workers and WebAssembly, and call this API and the issuer only",
    async (path) => {
      const policy = (await get(path)).headers.get("Content-Security-Policy");
      expect(policy).toBe(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self' https://login.example.com; style-src 'self'; img-src 'self' data: blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
    },
  );

  test("sends a file again only if it changed, answers HEAD without a body, and takes nothing", async () => {
    const tag = (await get("/phone/")).headers.get("ETag") ?? "";
    const again = await get("/phone/", { headers: { "If-None-Match": tag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const other = await get("/phone/config.json", { headers: { "If-None-Match": tag } });
    expect(other.status).toBe(200);
    const head = await get("/phone/sqlite3.wasm", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect((await get("/phone/", { method: "POST" })).status).toBe(405);
    expect((await get("/phone/config.json", { method: "PUT" })).status).toBe(405);
  });

  test("leads there from the address without the slash", async () => {
    const answer = await get("/phone");
    expect([answer.status, answer.headers.get("Location")]).toEqual([308, "/phone/"]);
  });

  test.each([
    "/phone/../secret.txt",
    "/phone/..%2fsecret.txt",
    "/phone/%2e%2e%2fsecret.txt",
    "/phone/%2e%2e/secret.txt",
    "/phone/..%5csecret.txt",
    "/phone/....//secret.txt",
    "/phone//secret.txt",
    "/phone/%2fetc%2fpasswd",
    "/phone/config.json%00.html",
    "/phone/link.txt",
    "/phone/nested",
    "/phone/nested/deep.js",
    "/phone/nested%2fdeep.js",
    "/phone/__proto__",
    "/phone/INDEX.HTML",
    "/phone/callback/",
    "/Phone/",
  ])("has nothing at %s, which names no file directly in its folder", async (path) => {
    expect(await sendAsIs(path)).toMatch(/^HTTP\/1\.1 404 .*"code":"NOT_FOUND"/s);
  });

  test("refuses a path with a broken percent-encoding as malformed", async () => {
    expect(await sendAsIs("/phone/%zz")).toMatch(/^HTTP\/1\.1 400 .*"code":"VALIDATION_FAILED"/s);
  });

  test.each([
    ["en", "Phone, a stand-in for the native apps"],
    ["de", "Telefon, ein Ersatz für die nativen Apps"],
  ])("is named on the start page as a stand-in (%s)", async (language, name) => {
    const page = await get("/", { headers: { "Accept-Language": language } });
    expect(await page.text()).toContain(`<a href="/phone/">${name}</a>`);
  });
});

test.each(["sideline-client-mobile", "sideline-coach-mobile"])(
  "the provider of development sends %s back to the phone's callback, and its token opens the API",
  async (clientId) => {
    const { accessToken: token } = await signIn({
      issuer: getTestPart("provider").issuer,
      clientId,
      redirectUri: `${api.url}/phone/callback`,
      email: "phone@example.com",
    });
    const answer = await api.call("GET", "/api/v1/auth/me", { token });
    // The token counts; only the person has not registered.
    expect(answer.body["code"]).toBe("REGISTRATION_REQUIRED");
  },
);

test.each([
  ["no folder", bare],
  ["a folder that does not exist", missing],
])("an API with %s has no phone, and its start page names none", async (_name, at) => {
  for (const path of ["/phone", "/phone/", "/phone/callback", "/phone/config.json"]) {
    const answer = await get(path, {}, at);
    expect([answer.status, await answer.json()]).toEqual([
      404,
      expect.objectContaining({ code: "NOT_FOUND" }),
    ]);
    expect(answer.headers.get("Content-Security-Policy")).not.toContain("script-src");
  }
  expect(await (await get("/", {}, at)).text()).not.toContain("/phone/");
});

test("an API whose folder does not exist says so in its log", () => {
  expect(lines).toContain("SIDELINE_PHONE_DIR has no index.html; the phone is not served");
});

/** The answer to a path that no client library has tidied up. */
async function sendAsIs(path: string): Promise<string> {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  socket.end(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
  return textOf(socket);
}
