/** Folder of the native production shape in SIDELINE_DATA_DIR. */
export const PRODUCTION_FOLDER = "production";
