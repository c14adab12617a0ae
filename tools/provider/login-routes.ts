import { randomBytes } from "node:crypto";
import express, { type Response, type Router } from "express";
import type Provider from "oidc-provider";
import * as z from "zod";
import { type Accounts, LOGIN_PROVIDERS, Login } from "./accounts.ts";
import { getProviderClient } from "./clients.ts";
import { type FilledForm, pageHeaders, renderLoginPage } from "./login-page.ts";

/** The login page and the handler of its form. */
export function loginRoutes(provider: Provider, accounts: Accounts): Router {
  const routes = express.Router();
  routes.get("/interaction/:uid", async (req, res) => {
    const { params, prompt, uid } = await provider.interactionDetails(req, res);
    // Some apps request consent along with a refresh token; for our own apps it is granted without a page.
    if (prompt.name === "consent") {
      return provider.interactionFinished(
        req,
        res,
        { consent: {} },
        { mergeWithLastSubmission: true },
      );
    }
    showLogin(res, { uid, params, filled: proposedBy(params), mistake: null });
  });
  routes.post("/interaction/:uid", express.urlencoded({ extended: false }), async (req, res) => {
    const { params, uid } = await provider.interactionDetails(req, res);
    const form = LoginForm.safeParse(req.body);
    const login = Login.safeParse(form.data);
    if (!login.success) {
      const filled = form.data ?? proposedBy(params);
      return showLogin(res, { uid, params, filled, mistake: mistakeOf(login.error) });
    }
    const account = accounts.signIn(login.data);
    await provider.interactionFinished(req, res, {
      login: { accountId: account.sub, remember: true },
    });
  });
  return routes;
}

const text = z
  .string()
  .trim()
  .transform((value) => (value === "" ? undefined : value))
  .optional();

// A form field that is sent once is a string, twice a list; an unchecked box is not sent.
const LoginForm = z
  .object({
    email: text,
    phone: text.transform((value) => value?.replaceAll(/[ ()./-]/g, "")),
    provider: z.string().optional(),
    verified: z.literal("yes").optional(),
    roles: z.union([z.string(), z.array(z.string())]).optional(),
    name: text,
  })
  .transform(({ roles, verified, ...rest }) => ({
    ...rest,
    verified: verified === "yes",
    roles: [roles ?? []].flat(),
  }));

type LoginRequest = {
  readonly uid: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly filled: FilledForm;
  readonly mistake: string | null;
};

function showLogin(res: Response, { uid, params, filled, mistake }: LoginRequest): void {
  const nonce = randomBytes(16).toString("base64");
  const page = renderLoginPage({
    action: `/interaction/${uid}`,
    client: getProviderClient(String(params["client_id"])).name,
    nonce,
    filled,
    mistake,
  });
  res
    .status(mistake === null ? 200 : 400)
    .set(pageHeaders(nonce))
    .send(page);
}

/** The app may propose who signs in, and how. */
function proposedBy(params: LoginRequest["params"]): FilledForm {
  const hint = typeof params["login_hint"] === "string" ? params["login_hint"] : "";
  return {
    ...(hint.startsWith("+") ? { phone: hint } : { email: hint }),
    provider: LOGIN_PROVIDERS.find((name) => name === params["kc_idp_hint"]),
    verified: true,
    roles: [],
  };
}

const FIELD_NAMES: Readonly<Record<string, string>> = { email: "E-mail", phone: "Phone" };

function mistakeOf({ issues: [first] }: z.ZodError): string {
  const name = first?.path.join(".") ?? "";
  const message = first?.message ?? "Please try again.";
  return name === "" ? message : `${FIELD_NAMES[name] ?? name}: ${message}`;
}
