/** Has a screen reader say a text. The place of such texts outlives what the page shows. */
export function announce(text: string): void {
  const place = document.querySelector("#said") ?? makePlace();
  // A reader says what changes in a place that it knows, so an empty one comes first.
  place.textContent = "";
  setTimeout(() => (place.textContent = text), SAID_AFTER_MS);
}

function makePlace(): Element {
  const place = document.createElement("div");
  place.id = "said";
  place.className = "unseen";
  place.setAttribute("role", "status");
  document.body.append(place);
  return place;
}

const SAID_AFTER_MS = 100;
