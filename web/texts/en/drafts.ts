/** Texts about what was typed in an editor and is not saved. */
export const drafts = {
  "drafts.restored": "Your changes from before are back. They are not saved yet.",
  "drafts.restoredBehind":
    "Your changes from before are back, but somebody has saved others meanwhile. If you go on with yours, saving replaces the others.",
  "drafts.behind":
    "Somebody has saved other changes since you began. If you go on with yours, saving replaces the others.",
  "drafts.discard": "Discard my changes",
  "drafts.takeTheirs": "Take the saved ones",
  "drafts.keepMine": "Go on with mine",
  "drafts.chooseFirst": "Choose first which changes go on",
} as const;
