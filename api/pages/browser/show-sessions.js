// Part of the account page's script: where the person is signed in.

async function showSessions() {
  const { items } = await ask("auth/sessions?status=ACTIVE&limit=100");
  part("sessions").replaceChildren(...items.map(rowOf));
  buttonOf("endOthers").hidden = items.length < 2;
}

function rowOf({ sessionId, clientApp, phone, network, lastSeenAt, current }) {
  const row = part("session").content.cloneNode(true);
  const app = words[clientApp];
  const name = phone === null ? app : `${phone.model ?? words[phone.platform]}, ${app}`;
  const system = phone === null ? "" : `${SYSTEMS[phone.platform]} ${phone.osVersion}, `;
  const from = network === null ? "" : ` ${words.from} ${network}`;
  fill("app", `${name}${current ? ` (${words.here})` : ""}`, row);
  fill("seen", `${system}${words.seen} ${momentOf(lastSeenAt)}${from}`, row);
  const button = row.querySelector("button");
  button.dataset.session = sessionId;
  button.setAttribute("aria-label", `${words.end}: ${name}`);
  if (current) button.remove();
  return row;
}

const SYSTEMS = { IOS: "iOS", ANDROID: "Android" };

async function end({ dataset }) {
  await ask(`auth/sessions/${dataset.session}/revoke`, { method: "POST" });
  await showSessions();
  tell(words.ended);
}

async function endOthers() {
  await ask("auth/sessions/revoke-others", { method: "POST" });
  await showSessions();
  tell(words.ended);
}

settings.push(showSessions);
Object.assign(acts, { end, endOthers });
