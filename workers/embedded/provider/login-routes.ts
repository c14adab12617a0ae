import { randomBytes } from "node:crypto";
import express, { type Response, type Router } from "express";
import type Provider from "oidc-provider";
import * as z from "zod";
import { type Accounts, LOGIN_PROVIDERS, Login } from "./accounts.ts";
import { pageHeaders, renderLoginPage } from "./login-page.ts";

const text = (value: unknown) => (value === "" ? undefined : value);

// A form field that is sent once is a string, twice a list; an unchecked box is not sent.
const LoginForm = z
  .object({
    email: z.string().trim(),
    provider: z.string().optional(),
    verified: z.literal("yes").optional(),
    roles: z.union([z.string(), z.array(z.string())]).optional(),
    name: z.preprocess(text, z.string().optional()),
    phone: z.preprocess(text, z.string().optional()),
  })
  .transform(({ roles, verified, ...rest }) => ({
    ...rest,
    verified: verified === "yes",
    roles: [roles ?? []].flat(),
  }));

/** The login page and what its form sends. */
export function loginRoutes(provider: Provider, accounts: Accounts): Router {
  const routes = express.Router();
  routes.get("/interaction/:uid", async (req, res) => {
    const { params, uid } = await provider.interactionDetails(req, res);
    showLogin(res, { uid, params, mistake: null });
  });
  routes.post("/interaction/:uid", express.urlencoded({ extended: false }), async (req, res) => {
    const { params, uid } = await provider.interactionDetails(req, res);
    const login = Login.safeParse(LoginForm.safeParse(req.body).data);
    if (!login.success) return showLogin(res, { uid, params, mistake: mistakeOf(login.error) });
    const account = accounts.signIn(login.data);
    await provider.interactionFinished(req, res, {
      login: { accountId: account.sub, remember: true },
    });
  });
  return routes;
}

type LoginRequest = {
  readonly uid: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly mistake: string | null;
};

function showLogin(res: Response, { uid, params, mistake }: LoginRequest): void {
  const wanted = LOGIN_PROVIDERS.find((name) => name === params["kc_idp_hint"]);
  const nonce = randomBytes(16).toString("base64");
  const page = renderLoginPage({
    action: `/interaction/${uid}`,
    client: String(params["client_id"]),
    nonce,
    email: typeof params["login_hint"] === "string" ? params["login_hint"] : "",
    provider: wanted ?? LOGIN_PROVIDERS[0],
    mistake,
  });
  res
    .status(mistake === null ? 200 : 400)
    .set(pageHeaders(nonce))
    .send(page);
}

function mistakeOf(error: z.ZodError): string {
  const [first] = error.issues;
  return first === undefined ? "Please try again." : `${first.path.join(".")}: ${first.message}`;
}
