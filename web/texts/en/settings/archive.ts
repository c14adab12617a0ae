/** Texts of archiving a workspace. */
export const archive = {
  "settings.archive": "Archive the workspace",
  "settings.archiveLead":
    "An archived workspace can be read, but nobody is coached, invited or planned for in it.",
  "settings.archiveClients":
    "{count, plural, one {One client is} other {# clients are}} still coached here. End their coaching first.",
  "settings.archiveAsk": "Archive {workspace}?",
  "settings.archiveEffect.read": "You and the other coaches can still read everything.",
  "settings.archiveEffect.write": "Nobody can change anything or invite anybody.",
  "settings.archiveEffect.back": "Only support can open it again.",
  "settings.archiveGo": "Archive the workspace",
  "settings.archiveKeep": "Keep it open",
} as const;
