// Part of the account page's script: what a sign-in without an account can do.

/** One button for each sign-in of the account that has the proved address. */
function showWays({ signInWith }) {
  const buttons = signInWith.map((alias) => {
    const row = part("way").content.cloneNode(true);
    fill("way", wayOf(alias), row);
    row.querySelector("button").dataset.way = alias;
    return row;
  });
  part("ways").replaceChildren(...buttons);
}

/** An invitation that waits for the proved address is accepted in the app, by the link in its message. */
async function showWaiting() {
  const { waitingInvitation: waiting } = await ask("auth/client-me");
  part("waiting").hidden = waiting === null;
  if (waiting !== null) fill("until", dayOf(waiting.expiresAt), part("waiting"));
}

async function mailAgain() {
  const answer = ask("client-invitations/mail-again", { method: "POST", keyed: true });
  const told = await answer.then(
    () => "mailed",
    (refusal) => {
      if (refusal.code === "RATE_LIMITED") return "mailedOften";
      if (refusal.code === "NOT_FOUND") return "noLongerWaiting";
      throw refusal;
    },
  );
  if (told === "noLongerWaiting") part("waiting").hidden = true;
  tell(words[told]);
}

fillers.set("IDENTITY_NOT_LINKED", showWays);
fillers.set("REGISTRATION_REQUIRED", showWaiting);
Object.assign(acts, { mailAgain });
