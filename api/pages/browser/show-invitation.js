// Runs in the browser, on invitation pages. The token stays in the fragment, is removed from the address bar at once,
// and is sent to the preview only. The answer is shown as text.
const main = document.querySelector("[data-preview]");
const tokens = new URLSearchParams(location.hash.slice(1)).getAll("token");
history.replaceState(null, "", location.pathname);

function show(outcome) {
  const known = main.querySelector(`[data-outcome="${outcome}"]`);
  const shown = known ?? main.querySelector('[data-outcome="UNAVAILABLE"]');
  for (const section of main.querySelectorAll("[data-outcome]")) section.hidden = section !== shown;
}

function fill(name, text) {
  for (const place of main.querySelectorAll(`[data-fill="${name}"]`)) place.textContent = text;
}

async function preview(invitationToken) {
  const answer = await fetch(main.dataset.preview, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ invitationToken }),
  });
  return answer.json();
}

async function showInvitation() {
  const [token = "", ...others] = tokens;
  if (others.length > 0 || !/^[\w-]{1,256}$/.test(token)) return show("INCOMPLETE");
  show("LOOKING");
  const { data, code } = await preview(token);
  if (data === undefined) return show(code);
  const day = new Date(data.expiresAt);
  const who = data.coachDisplayName ?? data.ownerDisplayName;
  fill("who", who);
  fill("workspace", data.workspaceName);
  // A workspace with the person's own name is not named again.
  const shown = data.workspaceName.trim() === who.trim() ? "own" : "named";
  for (const sentence of main.querySelectorAll("[data-workspace]"))
    sentence.hidden = sentence.dataset.workspace !== shown;
  fill("contact", data.contact.masked);
  fill("date", day.toLocaleDateString(document.documentElement.lang, { dateStyle: "long" }));
  const link = main.querySelector("a.button");
  link.href = `${link.dataset.app}#token=${token}`;
  show("OPEN");
}

showInvitation().catch(() => show("UNAVAILABLE"));
