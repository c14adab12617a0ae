// Part of the account page's script: sign-ins and notification settings.
let chosen = { mutedCategories: [] };

const wayOf = (provider) =>
  words[provider] ?? `${provider.charAt(0).toUpperCase()}${provider.slice(1)}`;

async function showSignIns() {
  const { items } = await ask("auth/identities");
  const proving = items.filter(provesContact);
  const rows = items.map((item) => {
    const row = signInRow(item);
    // Without the last sign-in that proves a contact, nobody could sign in any more.
    if (proving.every(({ identityId }) => identityId === item.identityId))
      row.querySelector("button").parentElement.remove();
    return row;
  });
  part("signIns").replaceChildren(...rows);
}

const provesContact = ({ emailVerified, phoneVerified }) => emailVerified || phoneVerified;

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

/** Its sessions end too, maybe this one: then the API says so on the next call. */
async function unlink({ dataset }) {
  await ask(`auth/identities/${dataset.identity}`, { method: "DELETE" });
  await Promise.all([showSignIns(), showSessions()]);
  tell(words.unlinked);
}

const noticeForm = () => main.querySelector("form");
const categoryBoxes = () => [...noticeForm().querySelectorAll("[name=category]")];

/** Shows the settings, with the categories of the person's roles. */
async function showNotices({ roles }) {
  chosen = await ask("notification-preferences");
  const { push, mail, quiet, from, until } = noticeForm().elements;
  for (const set of noticeForm().querySelectorAll("[data-audience]")) {
    set.hidden = !roles.includes(set.dataset.audience);
  }
  for (const box of categoryBoxes()) box.checked = !chosen.mutedCategories.includes(box.value);
  push.checked = chosen.channels.push;
  mail.checked = chosen.channels.mail;
  quiet.checked = chosen.quietHours !== null;
  from.value = chosen.quietHours?.from ?? "21:00";
  until.value = chosen.quietHours?.until ?? "08:00";
  openHours();
}

/** Disabled hours need not be filled in. */
function openHours() {
  const { quiet, from, until } = noticeForm().elements;
  for (const time of [from, until]) time.disabled = !quiet.checked;
}

/** Replaces all settings; those not offered here stay as they were. */
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
