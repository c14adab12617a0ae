/**
 * Says that the console did not load, with a way to try again. Its texts and components are what did not load, so both
 * languages stand here.
 */
export function showUnloaded(page: Document, reload: () => void): void {
  const door = page.createElement("div");
  door.className = "door";
  door.setAttribute("role", "alert");
  for (const sentence of SENTENCES) {
    const line = page.createElement("p");
    line.lang = sentence.lang;
    line.textContent = sentence.text;
    door.append(line);
  }
  const button = page.createElement("button");
  button.className = "btn go";
  button.textContent = "Reload · Neu laden";
  button.addEventListener("click", reload);
  door.append(button);
  const place = page.createElement("main");
  place.className = "doorway";
  place.append(door);
  page.querySelector("#root")?.replaceChildren(place);
}

const SENTENCES = [
  { lang: "en", text: "Sideline could not be loaded. Check the connection, then reload the page." },
  {
    lang: "de",
    text: "Sideline konnte nicht geladen werden. Prüfen Sie die Verbindung und laden Sie die Seite neu.",
  },
] as const;
