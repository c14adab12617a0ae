// Part of the account page's script: the legal texts.
let inForce;

/** Shows each accepted pair of texts, and asks for the newer one. */
function showTerms({ acceptedTerms, legalVersions, termsAcceptanceRequired }) {
  inForce = legalVersions;
  const { termsVersion, privacyVersion } = legalVersions;
  part("newTerms").hidden = !termsAcceptanceRequired;
  fill("terms", termsVersion);
  fill("privacy", privacyVersion);
  part("terms").replaceChildren(...acceptedTerms.map(acceptedRow));
}

function acceptedRow({ termsVersion, privacyVersion, acceptedAt }) {
  const row = document.createElement("li");
  row.textContent = words.acceptedTerms
    .replace("{terms}", termsVersion)
    .replace("{privacy}", privacyVersion)
    .replace("{day}", dayOf(acceptedAt));
  return row;
}

/** If newer texts came into force meanwhile, those are asked for. */
async function acceptTerms() {
  const answer = ask("auth/terms-acceptance", { method: "POST", content: inForce });
  const isAccepted = await answer.then(
    () => true,
    (refusal) => {
      if (refusal.code !== "STATE_CONFLICT") throw refusal;
      return false;
    },
  );
  showTerms(await ask("auth/account"));
  if (isAccepted) tell(words.termsAccepted);
}

settings.push(showTerms);
Object.assign(acts, { acceptTerms });
