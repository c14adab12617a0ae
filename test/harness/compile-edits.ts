import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { API, type Project } from "typescript/unstable/sync";

/** Source texts by path from the root of the project: a changed file, or a new one. */
export type Edits = Readonly<Record<string, string>>;

/** An error of the compiler. */
export interface CompileError {
  /** Path from the root of the project. */
  readonly file: string;
  readonly text: string;
}

/** Compiles the product's sources with edits that exist in memory only. */
export interface EditCompiler {
  /**
   * @param checked paths from the root; every file below one of them is checked. Checking a room takes a moment,
   *   checking all floors half a minute.
   * @returns the errors of those files, as if the edits stood in the tree.
   */
  readonly errorsWith: (edits: Edits, checked: readonly string[]) => readonly CompileError[];
  readonly close: () => void;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CONFIG = `${ROOT}tsconfig.edits.json`;
const FLOORS = ["contract", "rules", "db", "activities", "workflows", "api", "workers"];

/** Opens a compiler for the sources as they stand in the tree. */
export function openEditCompiler(): EditCompiler {
  const config = JSON.stringify({
    extends: "./tsconfig.json",
    compilerOptions: { incremental: false, tsBuildInfoFile: null },
    include: FLOORS,
  });
  let texts = new Map<string, string>();
  const textAt = (path: string) => (path === CONFIG ? config : texts.get(path));
  const directories = () => [...texts.keys()].map((path) => dirname(path));
  const api = new API({
    cwd: ROOT,
    fs: {
      readFile: textAt,
      fileExists: (path) => (textAt(path) === undefined ? undefined : true),
      directoryExists: (path) => (directories().includes(path) ? true : undefined),
    },
  });
  return {
    errorsWith: (edits, checked) => {
      const before = [...texts.keys()];
      texts = new Map(Object.entries(edits).map(([path, text]) => [`${ROOT}${path}`, text]));
      const snapshot = api.updateSnapshot({
        openProjects: [CONFIG],
        fileChanges: { changed: [...new Set([...before, ...texts.keys()])] },
      });
      const project = snapshot.getProject(CONFIG);
      if (project === undefined) throw new Error("The compiler did not open the project");
      const errors = errorsOf(project, checked);
      snapshot.dispose();
      return errors;
    },
    close: () => api.close(),
  };
}

function errorsOf({ program }: Project, checked: readonly string[]): readonly CompileError[] {
  const isChecked = (path: string) =>
    checked.some((start) => path === ROOT + start || path.startsWith(`${ROOT}${start}/`));
  return program
    .getSourceFileNames()
    .filter(isChecked)
    .flatMap((path) =>
      [...program.getSyntacticDiagnostics(path), ...program.getSemanticDiagnostics(path)].map(
        ({ text }) => ({ file: path.slice(ROOT.length), text }),
      ),
    );
}
