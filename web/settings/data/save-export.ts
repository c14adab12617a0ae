import type { Api } from "../../api/api-client.ts";
import { problemOf } from "../../api/problem.ts";

/** Saves a ready export as a file: the document, or a ZIP with every file too. @throws Problem if it is gone. */
export async function saveExport(api: Api, exportId: string, kind: ExportKind): Promise<void> {
  const options = { params: { path: { exportId } }, parseAs: "blob" } as const;
  const { data, error, response } =
    kind === "file"
      ? await api.GET("/api/v1/auth/account-exports/{exportId}/file", options)
      : await api.GET("/api/v1/auth/account-exports/{exportId}/archive", options);
  if (data === undefined) throw problemOf(response, error);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = NAMES[kind];
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/** The document alone, or the document with every file. */
export type ExportKind = "archive" | "file";

const NAMES = { archive: "sideline-account.zip", file: "sideline-account.json" } as const;
/** The browser has begun to save by then. */
const KEPT_MS = 60_000;
