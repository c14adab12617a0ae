import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "@jest/globals";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { startProvider } from "../../tools/provider/start-provider.ts";
import { signIn } from "../../tools/stack/sign-in.ts";
import { registrationForm } from "../factories/accounts/identity.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import { startApi } from "../harness/api.ts";

const ROUTE = "/api/v1/auth/backchannel-logout";
const [port = 0, forwarderPort = 0] = await findFreePorts(2);

// The provider must know the API's address before the API can fetch its keys.
const forwarded: number[] = [];
const forwarder = createServer((req, res) => {
  void text(req).then(async (rawBody) => {
    const headers = { "Content-Type": req.headers["content-type"] ?? "" };
    const { status } = await api.call("POST", ROUTE, { rawBody, headers });
    forwarded.push(status);
    res.statusCode = status;
    res.end();
  });
});
forwarder.listen(forwarderPort, "127.0.0.1");
const provider = await startProvider({
  port,
  directory: null,
  audience: "sideline-api",
  backchannelLogoutUri: `http://127.0.0.1:${forwarderPort}${ROUTE}`,
});
const api = await startApi({ issuer: provider.issuer });
afterAll(async () => {
  await api.close();
  await provider.stop();
  forwarder.close();
});

test("signing out at the provider ends the session here, on the very next request", async () => {
  const request = { issuer: provider.issuer, email: "cora@example.com" };
  const first = await signIn({ ...request, clientId: "sideline-web" });
  const token = first.accessToken;
  const body = registrationForm();
  await api.call("POST", "/api/v1/auth/coach-registration", { token, body });
  const me = (accessToken: string) => api.call("GET", "/api/v1/auth/me", { token: accessToken });
  expect((await me(token)).status).toBe(200);
  await first.signOut();
  expect(forwarded).toEqual([200]);
  expect(refusalOf(await me(token))).toBe("401 UNAUTHENTICATED");
  const second = await signIn({ ...request, clientId: "sideline-web" });
  expect((await me(second.accessToken)).status).toBe(200);
});
