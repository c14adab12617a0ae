import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { type BundleOptions, bundleWorkflowCode } from "@temporalio/worker";

/**
 * Builds the workflow bundle.
 *
 * @throws ForbiddenImportError when a workflow reaches a forbidden package or a Node builtin.
 */
export async function buildBundle(entry: string = ENTRY): Promise<WorkflowBundle> {
  const forbidden = new Set<string>();
  try {
    const { code } = await bundleWorkflowCode({
      workflowsPath: entry,
      logger: SILENT,
      webpackConfigHook: (config) => watchImports(config, forbidden),
    });
    refuse(forbidden);
    return { code, sizeBytes: Buffer.byteLength(withoutSourceMap(code)) };
  } catch (error) {
    refuse(forbidden);
    throw error;
  }
}

/** The workflows as one script. */
export interface WorkflowBundle {
  readonly code: string;
  /** Bytes without the source map at its end: the size loaded by every workflow context. */
  readonly sizeBytes: number;
}

/** Maximum bundle size (docs/rooms/actors.md#bundle). */
export const BUNDLE_BUDGET_BYTES = 700_000;

/** Packages that are heavy or do not belong in a workflow: importing one makes every cached workflow more expensive. */
const FORBIDDEN_PACKAGES = [
  "zod",
  "@mikro-orm",
  "@opentelemetry",
  "express",
  "kysely",
  "pg",
  "pino",
  "prom-client",
];
const ALLOWED_BUILTINS = ["assert", "url", "util"];

/** An import that is forbidden inside a workflow; the message names it and its importer. */
export class ForbiddenImportError extends Error {
  override readonly name = "ForbiddenImportError";
}

const ENTRY = fileURLToPath(new URL("../../workflows/index.ts", import.meta.url));

/** Webpack's own report is long; forbidden imports are reported here instead. */
const SILENT: NonNullable<BundleOptions["logger"]> = {
  log: () => {},
  trace: () => {},
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};

type WebpackConfig = Parameters<NonNullable<BundleOptions["webpackConfigHook"]>>[0];

function watchImports(config: WebpackConfig, forbidden: Set<string>): WebpackConfig {
  const watcher: NonNullable<WebpackConfig["plugins"]>[number] = {
    apply(compiler) {
      compiler.hooks.normalModuleFactory.tap("watch imports", (factory) => {
        factory.hooks.beforeResolve.tap("watch imports", (resolving) => {
          const { request } = resolving;
          if (!isForbidden(request)) return undefined;
          forbidden.add(`${resolving.contextInfo.issuer} imports ${request}`);
          // Ignored: a refused import need not be built.
          return false;
        });
      });
    },
  };
  return { ...config, plugins: [...(config.plugins ?? []), watcher] };
}

function isForbidden(request: string): boolean {
  const name = request.replace(/^node:/, "");
  const matches = (forbidden: string) => name === forbidden || name.startsWith(`${forbidden}/`);
  if (FORBIDDEN_PACKAGES.some(matches)) return true;
  return builtinModules.includes(name) && !ALLOWED_BUILTINS.includes(name);
}

function refuse(forbidden: ReadonlySet<string>): void {
  if (forbidden.size === 0) return;
  throw new ForbiddenImportError(`Not inside a workflow: ${[...forbidden].join("; ")}`);
}

function withoutSourceMap(code: string): string {
  const at = code.lastIndexOf("//# sourceMappingURL=");
  return at === -1 ? code : code.slice(0, at);
}
