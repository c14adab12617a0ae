// Runs in the browser, on invitation pages. The token leaves the address bar at once. It stays in the state of its
// history entry, which survives a reload, "back" and a tab that the phone discarded; other pages cannot read it there.
// It goes as soon as the invitation is used or closed. Only the preview receives it, and its answer is shown as text.
// A person who joins in the browser takes along a short-lived handle from the preview, never the token.
const main = document.querySelector("[data-preview]");
const language = document.documentElement.lang;
/** Outcomes that may pass: the token is still good. */
const PASSING = new Set(["WORKSPACE_SUSPENDED", "RATE_LIMITED", "UNAVAILABLE"]);

const part = (name) => main.querySelector(`[data-part="${name}"]`);
const keepState = (state) => history.replaceState(state, "", location.pathname);

function show(outcome) {
  const known = main.querySelector(`[data-outcome="${outcome}"]`);
  const shown = known ?? main.querySelector('[data-outcome="UNAVAILABLE"]');
  for (const section of main.querySelectorAll("[data-outcome]")) section.hidden = section !== shown;
}

function fill(name, text) {
  for (const place of main.querySelectorAll(`[data-fill="${name}"]`)) place.textContent = text;
}

/** A link that was opened replaces what this entry kept. */
function openLink() {
  if (location.hash !== "") {
    const [token = "", ...others] = new URLSearchParams(location.hash.slice(1)).getAll("token");
    const isWhole = others.length === 0 && /^[\w-]{1,256}$/.test(token);
    keepState(isWhole ? { token } : { closed: "INCOMPLETE" });
  }
  if (history.state?.token !== undefined) show("LOOKING");
  void look();
}

/** Asks for the invitation again, too, when the person returns: the app may have accepted it meanwhile. */
async function look() {
  const { token, closed = "INCOMPLETE" } = history.state ?? {};
  if (token === undefined) return show(closed);
  const { data, code = "UNAVAILABLE" } = await preview(token).catch(() => ({}));
  if (history.state?.token !== token) return;
  if (data !== undefined) return showOpen(data, token);
  // A shown invitation stays while the network wakes up.
  if (PASSING.has(code) && !main.querySelector('[data-outcome="OPEN"]').hidden) return;
  showClosed(code);
}

function showClosed(code) {
  if (!PASSING.has(code) && main.querySelector(`[data-outcome="${code}"]`))
    keepState({ closed: code });
  show(code);
}

/**
 * Goes on to the console. A new preview gives the handle its full ten minutes. The console replaces this entry of the
 * history, so that nothing keeps the token.
 */
async function join() {
  const { token } = history.state ?? {};
  const buttons = main.querySelectorAll('[data-act="join"]');
  for (const one of buttons) one.disabled = true;
  const { data, code = "UNAVAILABLE" } = await preview(token).catch(() => ({}));
  for (const one of buttons) one.disabled = false;
  if (data === undefined) return showClosed(code);
  const { join: place } = main.querySelector("[data-join]").dataset;
  location.replace(`${place}#join=${data.joinHandle}`);
}

async function preview(invitationToken) {
  const answer = await fetch(main.dataset.preview, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ invitationToken }),
  });
  return answer.json();
}

function showOpen(invitation, token) {
  const who = invitation.coachDisplayName ?? invitation.ownerDisplayName;
  const workspace = invitation.workspaceName;
  fill("who", who);
  fill("workspace", workspace);
  // A workspace with the person's own name is not named again.
  const shown = workspace.trim() === who.trim() ? "own" : "named";
  for (const sentence of main.querySelectorAll("[data-workspace]"))
    sentence.hidden = sentence.dataset.workspace !== shown;
  fill("contact", invitation.contact.masked);
  const day = new Date(invitation.expiresAt);
  fill("date", day.toLocaleDateString(language, { dateStyle: "long" }));
  const link = part("open");
  link.href = `${link.dataset.app}#token=${token}`;
  drawCode(`${location.origin}${location.pathname}#token=${token}`);
  show("OPEN");
}

/** Draws the link as a QR code here, so that no server receives the token. Scanners need black on white. */
function drawCode(link) {
  const code = generateCode(link);
  const dark = [];
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) dark.push(`M${x} ${y}h1v1h-1z`);
  const svg = part("code");
  const quiet = 4;
  const side = code.size + 2 * quiet;
  svg.setAttribute("viewBox", `${-quiet} ${-quiet} ${side} ${side}`);
  svg.querySelector("path").setAttribute("d", dark.join(""));
}

/** An iPad calls itself a Macintosh, but no Macintosh has a touch screen. */
function isPhone() {
  const { userAgent, maxTouchPoints } = navigator;
  return (
    /Android|iPhone|iPad|iPod/.test(userAgent) ||
    (userAgent.includes("Macintosh") && maxTouchPoints > 1)
  );
}

// Without the app here, a button that opens it would do nothing: a desktop shows the code at once.
const onPhone = isPhone();
for (const one of main.querySelectorAll("[data-on]"))
  one.hidden = (one.dataset.on === "phone") !== onPhone;
part("elsewhere").open = !onPhone && main.querySelector("[data-join]") === null;
main.addEventListener("click", ({ target }) => {
  const act = target.closest("[data-act]")?.dataset.act;
  if (act === "join") void join();
  else if (act !== undefined) openLink();
});
addEventListener("hashchange", openLink);
addEventListener("pageshow", ({ persisted }) => void (persisted && look()));
document.addEventListener("visibilitychange", () => void (document.hidden || look()));
openLink();
