import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import type { Page } from "./page.ts";
import { showAppearance } from "./settings/appearance.ts";

/** Mounts the app in the page. */
export function mount(page: Page): void {
  showAppearance();
  const root = document.getElementById("phone");
  if (root === null) throw new Error("The page has no place for the app.");
  createRoot(root).render(
    <StrictMode>
      <App page={page} />
    </StrictMode>,
  );
}
