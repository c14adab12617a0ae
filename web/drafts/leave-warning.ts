/** Has the browser ask before the page is left, as long as a text would be lost. */
export function leaveWarning(target: Pick<Window, "addEventListener" | "removeEventListener">) {
  const ask = (event: Event) => event.preventDefault();
  return (isAtRisk: boolean): void => {
    // A page that always listens is not kept for "back".
    if (isAtRisk) target.addEventListener("beforeunload", ask);
    else target.removeEventListener("beforeunload", ask);
  };
}
