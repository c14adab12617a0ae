/** Texts of the saved views of a list. */
export const saved = {
  "saved.save": "Save view",
  "saved.title": "Saved views",
  "saved.present": "This list shows: {view}.",
  "saved.shown": "This list shows “{name}”.",
  "saved.name": "Name",
  "saved.hint":
    "View, filters and order are kept in this browser, under a name that names no client. Searched text is not kept.",
  "saved.saveThis": "Save this view",
  "saved.rename": "Rename",
  "saved.delete": "Delete “{name}”",
  "saved.full": "There are {count}. Delete one first.",
  "saved.refused": "This browser does not keep it.",
  "saved.fault.EMPTY": "Give it a name.",
  "saved.fault.CONTACT": "A name may not be an e-mail address or a telephone number.",
  "saved.fault.TAKEN": "Another saved view has this name.",
  "saved.fault.CLIENT": "This is the name of a client. It would lie on this computer.",
} as const;
