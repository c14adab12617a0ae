/** Folder inside the data folder: the embedded stack's mail adapter writes it, its page reads it. */
export const MAILBOX_FOLDER = "mailbox";
