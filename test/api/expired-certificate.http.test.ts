import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { openDatabaseTlsFront } from "../factories/db/database-tls-front.ts";
import { registeredCoach, somebody } from "../factories/accounts/people.ts";
import { eventually } from "../factories/eventually.ts";
import { openTestAuthority } from "../factories/workers/certificates.ts";
import { newTestFolder } from "../harness/context.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const files = await useOwnDatabase({ timeouts: "PRODUCT" });
const authority = openTestAuthority();
const own = authority.issue("localhost");
const front = await openDatabaseTlsFront(Number(new URL(files.appUrl).port), own);
const { api, issuer } = await useApi({ database: { ...files, appUrl: verifiedUrl() } });
afterAll(async () => {
  await front.close();
  authority.close();
});

/** The address of the database by TLS, whose certificate is verified. */
function verifiedUrl(): string {
  const authorityFile = join(newTestFolder("authority"), "authority.pem");
  writeFileSync(authorityFile, authority.certificate);
  const url = new URL(files.appUrl);
  url.hostname = "localhost";
  url.port = String(front.port);
  url.searchParams.set("sslmode", "verify-full");
  url.searchParams.set("sslrootcert", authorityFile);
  return url.href;
}

test("If the certificate of the database expires, requests go on until the connections end, then get 503 with Retry-After, and go on once it is renewed", async () => {
  const { token } = await registeredCoach(api, somebody(issuer));
  const read = () => api.call("GET", "/api/v1/auth/me", { token });
  const write = () =>
    api.call("POST", "/api/v1/auth/account-exports", { token, key: crypto.randomUUID() });
  front.present(authority.issueExpired("localhost"));
  expect(await read()).toMatchObject({ status: 200 });
  front.cut();
  for (const call of [read, write]) {
    const refused = await call();
    expect(refused).toMatchObject({ status: 503 });
    expect(refused.headers.get("Retry-After")).toMatch(/^\d+$/);
  }
  front.present(authority.issue("localhost"));
  const goneOn = await eventually(read, ({ status }) => status !== 503);
  expect(goneOn).toMatchObject({ status: 200 });
}, 60_000);
