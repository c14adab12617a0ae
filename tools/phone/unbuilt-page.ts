/** The page of a source without an entry: it says what is missing, in both languages. */
export function unbuiltPage(): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sideline phone</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <h1>The phone is not built</h1>
    <p>This address shows a stand-in for the native apps. These sources contain none.</p>
    <div lang="de">
      <h2>Das Telefon ist nicht gebaut</h2>
      <p>Diese Adresse zeigt einen Ersatz für die nativen Apps. Diese Quellen enthalten keinen.</p>
    </div>
  </body>
</html>
`;
}
