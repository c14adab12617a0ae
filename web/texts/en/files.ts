/** Texts about a client's files. */
export const files = {
  "files.purpose.PROGRESS_PHOTO": "Progress photo",
  "files.purpose.MEAL_PHOTO": "Meal photo",
  "files.purpose.FORM_CHECK": "Technique check",
  "files.purpose.VOICE_NOTE": "Voice note",
  "files.purpose.MESSAGE": "From a message",
  "files.purpose.OTHER": "File",
  "files.kind.IMAGE": "picture",
  "files.kind.VIDEO": "video",
  "files.kind.AUDIO": "sound",
  "files.kind.OTHER": "file",
  "files.dated": "{date} · {kind}",
  "files.facts": "{kind}, {size}, sent {at} in {place}",
  "files.before": "Newer file",
  "files.after": "Older file",
  "files.older": "Older files",
  "files.play": "Play",
  "files.loading": "Loading the picture",
  "files.notShown": "This browser cannot show the file. Download it to open it elsewhere.",
  "files.onlyDownload":
    "This file is too large to show here, or of a kind that browsers do not show. Download it to open it elsewhere.",
  "files.download": "Download",
  "files.downloaded": "Downloaded. The copy on this computer is yours to delete.",
  "files.empty": "No files yet",
  "files.emptyLead":
    "Pictures, videos and voice notes appear here once the phone has sent them with an entry.",
  "files.lead":
    "Only coaches with access can open files. No copy stays on this computer unless you download it.",
} as const;
