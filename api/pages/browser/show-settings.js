// Second half of the script of the account's page: sign-ins, and what the person is told of.
let chosen = { mutedCategories: [] };

const wayOf = (provider) =>
  words[provider] ?? `${provider.charAt(0).toUpperCase()}${provider.slice(1)}`;

async function showSignIns() {
  const { items } = await ask("auth/identities");
  part("signIns").replaceChildren(...items.map(signInRow));
}

function signInRow({ identityId, provider, linkedAt, lastLoginAt, current }) {
  const row = part("signIn").content.cloneNode(true);
  const way = `${wayOf(provider)}${current ? ` (${words.here})` : ""}`;
  fill("way", way, row);
  const since = `${words.since} ${dayOf(linkedAt)}, ${words.used} ${momentOf(lastLoginAt)}`;
  fill("since", since, row);
  const button = row.querySelector("button");
  button.dataset.identity = identityId;
  button.setAttribute("aria-label", `${words.unlink}: ${way}`);
  return row;
}

/** Its sessions end with it, this one too when it is the one: then the API says so to the next question. */
async function unlink({ dataset }) {
  await ask(`auth/identities/${dataset.identity}`, { method: "DELETE" });
  await Promise.all([showSignIns(), showSessions()]);
  tell(words.unlinked);
}

const noticeForm = () => main.querySelector("form");
const categoryBoxes = () => [...noticeForm().querySelectorAll("[name=category]")];

/** Shows what is chosen; of the categories those that are for a part the person has. */
async function showNotices(roles) {
  chosen = await ask("notification-preferences");
  const { push, mail, quiet, from, until } = noticeForm().elements;
  for (const set of noticeForm().querySelectorAll("[data-audience]")) {
    set.hidden = !roles.has(set.dataset.audience);
  }
  for (const box of categoryBoxes()) box.checked = !chosen.mutedCategories.includes(box.value);
  push.checked = chosen.channels.push;
  mail.checked = chosen.channels.mail;
  quiet.checked = chosen.quietHours !== null;
  from.value = chosen.quietHours?.from ?? "21:00";
  until.value = chosen.quietHours?.until ?? "08:00";
  openHours();
}

/** Hours that are not kept need not be filled in. */
function openHours() {
  const { quiet, from, until } = noticeForm().elements;
  for (const time of [from, until]) time.disabled = !quiet.checked;
}

/** All of it is sent in place of what was chosen before; what is not offered here stays as it was. */
async function saveNotices() {
  const { push, mail, quiet, from, until } = noticeForm().elements;
  const boxes = categoryBoxes();
  const offered = new Set(boxes.map(({ value }) => value));
  const muted = boxes.filter(({ checked }) => !checked).map(({ value }) => value);
  const kept = chosen.mutedCategories.filter((category) => !offered.has(category));
  const content = {
    mutedCategories: [...muted, ...kept],
    channels: { push: push.checked, mail: mail.checked },
    quietHours: quiet.checked ? { from: from.value, until: until.value } : null,
  };
  chosen = await ask("notification-preferences", { method: "PUT", content });
  tell(words.saved);
}

main.addEventListener("change", openHours);
settings.push(showSignIns, showNotices);
Object.assign(acts, { unlink, saveNotices });
