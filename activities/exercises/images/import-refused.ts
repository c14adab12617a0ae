import type { ImportFault } from "../../../contract/exercises/image-vocabulary.ts";

/** An import that cannot be: by code, and where in it; nothing of it was kept. */
export class ImportRefused extends Error {
  readonly code: ImportFault;
  /** Path in the folder or archive; null where it is the whole. */
  readonly path: string | null;

  constructor(code: ImportFault, path: string | null = null) {
    super(path === null ? code : `${code}: ${path}`);
    this.name = "ImportRefused";
    this.code = code;
    this.path = path;
  }
}
