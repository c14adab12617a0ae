/** Folder inside the data folder: the mail adapter of the embedded stack writes it, its page reads it. */
export const MAILBOX_FOLDER = "mailbox";
