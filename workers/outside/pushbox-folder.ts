/** Folder inside the data folder: the embedded stack's push adapter writes it, its page reads it. */
export const PUSHBOX_FOLDER = "pushbox";
