// Runs in the browser, on the account page. The token stays in the page's memory and is lost with the page. Only the
// verifier (RFC 7636) and the state of a sign-in in progress are stored, in this tab, until the provider returns.
const main = document.querySelector("[data-issuer]");
const { issuer, client } = main.dataset;
const words = JSON.parse(main.dataset.words);
const language = document.documentElement.lang;
const callback = `${location.origin}/callback`;
/** The API's request for a fresh sign-in (RFC 9470). */
const STALE = "insufficient_user_authentication";
let token = "";
let written = "";
/** Further sections, each filled from the account; the script's other files add theirs. */
const settings = [];
/** Fills the view of a refusal before it is shown, by code; the script's last file adds its own. */
const fillers = new Map();

const buttonOf = (name) => main.querySelector(`[data-act="${name}"]`);
const part = (name) => main.querySelector(`[data-part="${name}"]`);

function show(outcome) {
  const known = main.querySelector(`[data-outcome="${outcome}"]`);
  const shown = known ?? main.querySelector('[data-outcome="UNAVAILABLE"]');
  for (const section of main.querySelectorAll("[data-outcome]")) section.hidden = section !== shown;
}

function tell(text) {
  part("told").textContent = text;
}

function fill(name, text, within = main) {
  for (const place of within.querySelectorAll(`[data-fill="${name}"]`)) place.textContent = text;
}

const dayOf = (instant) => new Date(instant).toLocaleDateString(language, { dateStyle: "long" });
const momentOf = (instant) =>
  new Date(instant).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });

/** Calls the API as the signed-in person. Throws its refusals. */
async function ask(path, { method = "GET", keyed = false, content } = {}) {
  const headers = { Authorization: `Bearer ${token}` };
  if (keyed) headers["Idempotency-Key"] = crypto.randomUUID();
  if (content !== undefined) headers["Content-Type"] = "application/json";
  const body = JSON.stringify(content);
  const answer = await fetch(`/api/v1/${path}`, { method, headers, body });
  const { data, ...problem } = await answer.json();
  if (answer.ok) return data;
  const isStale = answer.headers.get("WWW-Authenticate")?.includes(STALE) ?? false;
  const code = isStale ? "SIGN_IN_AGAIN" : problem.code;
  throw Object.assign(new Error(code), problem, { code });
}

/** A refusal with its own text is shown in place; any other is a view. */
async function explain(refusal) {
  const { code = "UNAVAILABLE", deletionAt } = refusal;
  if (code in words) return tell(words[code]);
  if (deletionAt !== undefined) fill("date", dayOf(deletionAt));
  await Promise.resolve(fillers.get(code)?.(refusal)).catch(() => null);
  show(code === "AUTH_PROVIDER_ADAPTER_MISSING" ? "PROVIDER_NOT_ALLOWED" : code);
}

/** The provider's endpoints (OpenID Connect Discovery 1.0). */
async function discover() {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`);
  const found = await answer.json();
  if (found.issuer !== issuer) throw new Error("Another provider answered.");
  return found;
}

function go(address, parameters) {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  location.assign(url);
}

function base64url(bytes) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

async function signIn(prompt = {}) {
  const { authorization_endpoint: endpoint } = await discover();
  const [verifier, state] = [random(), random()];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  sessionStorage.setItem("verifier", verifier);
  sessionStorage.setItem("state", state);
  const challenge = { code_challenge: base64url(digest), code_challenge_method: "S256" };
  const app = { client_id: client, redirect_uri: callback };
  go(endpoint, { response_type: "code", scope: "openid", ...app, state, ...challenge, ...prompt });
}

/** Makes the person authenticate again, even if signed in there. */
const signInAgain = () => signIn({ prompt: "login" });

/** Signs out first, because the provider would take the sign-in it knows; a button may name another way. */
function signInAfresh({ dataset }) {
  sessionStorage.setItem("next", dataset.way ?? "");
  return signOut();
}

/** Ends the session here and at the provider, so that the next sign-in starts a new one. */
async function signOut() {
  await ask("auth/logout", { method: "POST" }).catch(() => null);
  const { end_session_endpoint: endpoint } = await discover();
  go(endpoint, { client_id: client, post_logout_redirect_uri: callback });
}

function take(name) {
  const kept = sessionStorage.getItem(name);
  sessionStorage.removeItem(name);
  return kept;
}

/** The provider's response parameters are used once, and removed from the address bar at once. */
async function arrive() {
  const answer = new URLSearchParams(location.search);
  const isReturn = callback.endsWith(location.pathname);
  const [verifier, state, next] = [take("verifier"), take("state"), take("next")];
  history.replaceState(null, "", "/account");
  const code = answer.get("code");
  if (answer.has("error")) return show("REFUSED");
  if (code === null && next !== null && isReturn) return signIn({ kc_idp_hint: next });
  if (code === null) return show("SIGNED_OUT");
  const isOurs = state !== null && answer.get("state") === state;
  if (!isOurs || (answer.get("iss") ?? issuer) !== issuer) return show("REFUSED");
  show("LOOKING");
  const grant = { grant_type: "authorization_code", code, code_verifier: verifier };
  const body = new URLSearchParams({ ...grant, client_id: client, redirect_uri: callback });
  const { token_endpoint: endpoint } = await discover();
  const granted = await fetch(endpoint, { method: "POST", body });
  if (!granted.ok) return show("REFUSED");
  token = (await granted.json()).access_token;
  await showAccount();
}

async function showAccount() {
  const account = await ask("auth/account");
  const { displayName, primaryEmail, primaryPhone } = account.user;
  fill("who", displayName);
  fill("contacts", [primaryEmail, primaryPhone].filter((contact) => contact !== null).join(", "));
  await Promise.all(settings.map((showSetting) => showSetting(account)));
  show("ACCOUNT");
}

async function askExport() {
  const bar = main.querySelector("progress");
  let found = await ask("auth/account-exports", { method: "POST", keyed: true });
  part("writing").hidden = false;
  buttonOf("askExport").hidden = true;
  try {
    while (found.status === "WRITING") {
      bar.max = found.progress.sectionsTotal;
      bar.value = found.progress.sectionsDone;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      found = await ask(`auth/account-exports/${found.exportId}`);
    }
  } catch (refusal) {
    buttonOf("askExport").hidden = false;
    throw refusal;
  } finally {
    part("writing").hidden = true;
  }
  written = `account-exports/${found.exportId}`;
  fill("until", momentOf(found.expiresAt));
  part("ready").hidden = false;
}

const save = () => saveAs("file", "sideline-account.json");
const saveAll = () => saveAs("archive", "sideline-account.zip");

async function saveAs(kind, name) {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`/api/v1/auth/${written}/${kind}`, { headers });
  if (!answer.ok) throw await answer.json();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function leave() {
  const { deletionAt } = await ask("auth/account-deletion", { method: "POST", keyed: true });
  fill("date", dayOf(deletionAt));
  show("ASKED_TO_LEAVE");
}

async function keep() {
  await ask("auth/account-deletion/cancel", { method: "POST", keyed: true });
  await showAccount();
}

const again = () => (token === "" ? show("SIGNED_OUT") : showAccount());
const acts = {
  signIn: () => signIn(),
  signInAgain,
  signInAfresh,
  signOut,
  askExport,
  save,
  saveAll,
  leave,
  keep,
  again,
};

async function act(button) {
  button.disabled = true;
  tell("");
  await Promise.resolve(acts[button.dataset.act](button)).catch(explain);
  button.disabled = false;
  // A disabled or removed button has lost the keyboard focus.
  const goesOn = button.isConnected ? button : part("told");
  goesOn.focus({ preventScroll: true });
}

main.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-act]");
  if (button !== null && button.type !== "submit") void act(button);
});
main.addEventListener("submit", (event) => {
  event.preventDefault();
  void act(event.submitter);
});
// The further files of the script have run by then.
addEventListener("DOMContentLoaded", () => void arrive().catch(explain));
