/** Texts about the forms of a client: comparing, withdrawing, reviewing. */
export const clientForms = {
  "clientForms.all": "Show all {count}",
  "clientForms.review": "Review in the inbox",
  "clientForms.compareLast": "Compare with the last",
  "clientForms.compareNext": "Compare with the next",
  "clientForms.compareNone": "Show only this one",
  "clientForms.comparedWith": "Compared with",
  "clientForms.otherOption": "{at}, v{version}",
  "clientForms.differs": "changed",
  "clientForms.notInVersion": "not in this version",
  "clientForms.notAsked.ANSWERED": "Not asked: only if “{label}” is answered.",
  "clientForms.notAsked.EQUALS": "Not asked: only if “{label}” is “{value}”.",
  "clientForms.notAsked.NOT_EQUALS": "Not asked: only if “{label}” is not “{value}”.",
  "clientForms.withdraw": "Withdraw",
  "clientForms.withdrawOf": "Withdraw “{title}”",
  "clientForms.withdrawAsk": "Withdraw “{title}”?",
  "clientForms.withdrawEffect":
    "{name} is no longer asked for it. This cannot be taken back, but the form can be assigned again.",
  "clientForms.withdrawBegun":
    "{name} has begun it. The answers so far will not be sent. This cannot be taken back.",
  "clientForms.withdrawGo": "Withdraw form",
  "clientForms.keep": "Keep form",
  "clientForms.withdrawn": "“{title}” is withdrawn.",
  "clientForms.submittedMeanwhile": "The client has submitted it meanwhile. It stays.",
} as const;
