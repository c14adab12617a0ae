import type { ImportFault } from "../../../contract/exercises/image-vocabulary.ts";

/** A refused import: a code and the path of the fault. Nothing was stored. */
export class ImportRefused extends Error {
  readonly code: ImportFault;
  /** Path in the folder or archive; null if the fault concerns the whole. */
  readonly path: string | null;

  constructor(code: ImportFault, path: string | null = null) {
    super(path === null ? code : `${code}: ${path}`);
    this.name = "ImportRefused";
    this.code = code;
    this.path = path;
  }
}
