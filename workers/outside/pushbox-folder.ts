/** Folder inside the data folder: the push adapter of the embedded stack writes it, its page reads it. */
export const PUSHBOX_FOLDER = "pushbox";
