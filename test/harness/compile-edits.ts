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
   * @param checked paths from the root; every file below one of them is checked. Only these files and those that they
   *   import are compiled.
   * @returns the errors of those files, as if the edits stood in the tree.
   */
  readonly errorsWith: (edits: Edits, checked: readonly string[]) => readonly CompileError[];
  readonly close: () => void;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CONFIG = `${ROOT}tsconfig.edits.json`;
/** The file that declares the types of all tables; queries read them without an import. */
const REGISTRY = "db/entities.ts";

/**
 * Settings of the compiler's Go process. With more threads and its usual collections of garbage it takes twice as much
 * CPU, and other test files use the second core.
 */
const SPARING = { GOMAXPROCS: "1", GOGC: "400" };

/** Opens a compiler for the sources as they stand in the tree. */
export function openEditCompiler(): EditCompiler {
  let texts = new Map<string, string>();
  const api = startCompiler((path) => texts.get(path));
  return {
    errorsWith: (edits, checked) => {
      const before = [...texts.keys()];
      const edited = Object.entries(edits).map(([path, text]) => [ROOT + path, text] as const);
      texts = new Map([...edited, [CONFIG, configOf(checked)]]);
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

const configOf = (include: readonly string[]) =>
  JSON.stringify({
    extends: "./tsconfig.json",
    compilerOptions: { incremental: false, tsBuildInfoFile: null },
    include: [...include, REGISTRY],
  });

/** Starts the compiler's process, which reads a file from the disk where `textAt` returns nothing. */
function startCompiler(textAt: (path: string) => string | undefined): API {
  const kept = { ...process.env };
  Object.assign(process.env, SPARING);
  try {
    return new API({
      cwd: ROOT,
      fs: {
        readFile: textAt,
        fileExists: (path) => (textAt(path) === undefined ? undefined : true),
      },
    });
  } finally {
    for (const name of Object.keys(SPARING)) {
      if (kept[name] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = kept[name];
    }
  }
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
