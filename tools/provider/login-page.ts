import { escapeHtml } from "../../rules/escape-html.ts";
import { LOGIN_PROVIDERS, LOGIN_ROLES } from "./accounts.ts";

/** Content of the login page. */
export type LoginPage = {
  readonly action: string;
  readonly client: string;
  readonly nonce: string;
  /** Values typed before, or proposed by the app. */
  readonly filled: FilledForm;
  readonly mistake: string | null;
};

/** The form's fields as typed, possibly invalid. */
export type FilledForm = {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly name?: string | undefined;
  readonly provider?: string | undefined;
  readonly verified: boolean;
  readonly roles: readonly string[];
};

const PROVIDER_NAMES: Record<(typeof LOGIN_PROVIDERS)[number], string> = {
  "email-password": "Password",
  google: "Google",
  apple: "Apple",
  telegram: "Telegram",
};

const ROLE_NAMES: Record<(typeof LOGIN_ROLES)[number], string> = {
  admin: "Administrator",
  support: "Support",
};

/** The headers of each page: no script, no foreign resource, no frame, no cache. */
export function pageHeaders(nonce: string): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
}

/** The login page. It accepts every contact, and the form decides the content of the token. */
export function renderLoginPage({ action, client, nonce, filled, mistake }: LoginPage): string {
  return renderPage(
    nonce,
    "Sign in",
    `<p class="lead">to continue to <strong>${escapeHtml(client)}</strong></p>
${mistake === null ? "" : `<p class="mistake" role="alert">${escapeHtml(mistake)}</p>`}
<form method="post" action="${escapeHtml(action)}">
  ${providerChoice(filled)}
  ${field("E-mail", { name: "email", type: "email", autocomplete: "email", maxlength: "254", placeholder: "coach@example.com", value: filled.email ?? "" }, " autofocus")}
  ${field("or phone", { name: "phone", type: "tel", autocomplete: "tel", maxlength: "30", placeholder: "+39 123 456 7890", value: filled.phone ?? "" })}
  ${checkbox({ name: "verified", value: "yes" }, "The provider has verified this contact", filled.verified)}
  <fieldset><legend>Roles in the token</legend><div class="choices">${LOGIN_ROLES.map((role) =>
    checkbox({ name: "roles", value: role }, ROLE_NAMES[role], filled.roles.includes(role)),
  ).join("")}</div></fieldset>
  ${field("Name, if it matters", { name: "name", autocomplete: "name", maxlength: "100", value: filled.name ?? "" })}
  <button type="submit">Sign in</button>
</form>
<p class="note">Development provider. Any contact works, no password is needed, and the first sign-in makes the account.</p>`,
  );
}

function providerChoice({ provider }: FilledForm): string {
  const choices = LOGIN_PROVIDERS.map((name) => {
    const isChosen = name === (provider ?? LOGIN_PROVIDERS[0]);
    return `<label><input type="radio" name="provider" value="${name}"${isChosen ? " checked" : ""}><span>${PROVIDER_NAMES[name]}</span></label>`;
  });
  return `<fieldset><legend>Signed in with</legend><div class="choices">${choices.join("")}</div></fieldset>`;
}

type Attributes = Readonly<Record<string, string>>;

function field(label: string, attributes: Attributes, flags = ""): string {
  return `<label class="field"><span>${label}</span><input${renderAttributes(attributes)}${flags}></label>`;
}

function checkbox(attributes: Attributes, label: string, isChecked: boolean): string {
  const checked = isChecked ? " checked" : "";
  return `<label class="check"><input type="checkbox"${renderAttributes(attributes)}${checked}> ${label}</label>`;
}

const renderAttributes = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join("");

/** A page with one message, such as an error or "signed out". */
export function renderNotice(nonce: string, title: string, text: string): string {
  return renderPage(nonce, title, `<p class="lead">${escapeHtml(text)}</p>`);
}

/** The page that asks whether to sign out; `form` is the library's hidden form. */
export function renderLogoutPage(nonce: string, form: string): string {
  return renderPage(
    nonce,
    "Sign out?",
    `<p class="lead">This ends the session in all apps of this browser.</p>${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>`,
  );
}

/** A page with a title; `body` is HTML. */
export function renderPage(nonce: string, title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Sideline</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main><p class="brand">Sideline</p><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>`;
}

const STYLE = `
:root{color-scheme:light dark;--ink:#14211b;--soft:#5b6b63;--line:#d5ddd8;--page:#f1f5f2;--card:#fff;--green:#0f7a4f;--on-green:#fff;--red:#a3261b}
@media(prefers-color-scheme:dark){:root{--ink:#e8efeb;--soft:#9aaba2;--line:#33423a;--page:#0d1411;--card:#16201b;--green:#3ecf8e;--on-green:#06120c;--red:#ff9b90}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:400px;background:var(--card);border:1px solid var(--line);border-radius:16px;padding:32px}
.brand{margin:0 0 20px;font-weight:700;letter-spacing:-.01em;color:var(--green)}
h1{margin:0;font-size:26px;line-height:1.2;letter-spacing:-.02em}
.lead{margin:4px 0 24px;color:var(--soft)}.lead strong{color:var(--ink)}
.mistake{color:var(--red);font-weight:600}
.field{display:block;margin-bottom:18px}.field span,legend{display:block;font-size:14px;font-weight:600;margin-bottom:6px;padding:0}
.field input{width:100%;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:10px;padding:10px 12px}
fieldset{border:0;margin:0 0 18px;padding:0}
.choices{display:grid;grid-template-columns:1fr 1fr;gap:8px}
.choices label{display:flex;gap:8px;align-items:center;border:1px solid var(--line);border-radius:10px;padding:9px 12px;cursor:pointer}
.choices label:has(:checked){border-color:var(--green);box-shadow:inset 0 0 0 1px var(--green)}
input[type=radio],input[type=checkbox]{accent-color:var(--green);margin:0 4px 0 0}
.check{display:block;margin-bottom:18px}.choices .check{margin:0}
button{width:100%;font:inherit;font-weight:600;border:0;border-radius:10px;padding:12px;background:var(--green);color:var(--on-green);cursor:pointer}
:focus-visible{outline:2px solid var(--green);outline-offset:2px}
article{border-top:1px solid var(--line);margin-top:24px;padding-top:8px}h2{font-size:18px;margin:12px 0 0}
a,code{color:inherit;overflow-wrap:anywhere}
.note{margin:20px 0 0;font-size:13px;color:var(--soft)}
`;
