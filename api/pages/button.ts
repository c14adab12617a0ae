/** A button that has the page's script do something; `button` is how the one looks that matters most. */
export const button = (act: string, text: string, look: "button" | "plain" = "plain") =>
  `<p><button type="button" class="${look}" data-act="${act}">${text}</button></p>`;
