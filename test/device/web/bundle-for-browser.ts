import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Bundles a module and its imports into one file for a browser. */
export function bundleForBrowser(entry: URL): string {
  const script = ["--input-type=module", "--eval", BUNDLE, fileURLToPath(entry)];
  const cwd = fileURLToPath(new URL("../../../", import.meta.url));
  return execFileSync(process.execPath, script, { cwd, maxBuffer: 2 ** 26 }).toString("utf8");
}

/** In a separate process: esbuild does not recognise a byte array of Jest's realm. */
const BUNDLE = `
  import { buildSync } from "esbuild";
  const entryPoints = [process.argv[1]];
  const options = { bundle: true, format: "esm", platform: "browser", write: false, logLevel: "error" };
  const { outputFiles } = buildSync({ entryPoints, ...options });
  process.stdout.write(outputFiles[0].contents);
`;
