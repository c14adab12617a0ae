import { createServer } from "node:http";
import express from "express";
import { openListener } from "../../../tools/provider/listener.ts";

const LIBRARY = 60;

/** A server that answers like wger: pages by offset, an item by its uuid, with its images. */
export async function startWger() {
  const items = Array.from({ length: LIBRARY }, (_, place) => item(place));
  const app = express();
  app.get("/api/v2/exerciseinfo/", (req, res) => {
    const { uuid } = req.query;
    const all = uuid === undefined ? items : items.filter((one) => one.uuid === uuid);
    const offset = Number(req.query["offset"] ?? 0);
    const results = all.slice(offset, offset + Number(req.query["limit"] ?? 20));
    res.json({ count: all.length, next: null, previous: null, results });
  });
  const listener = openListener(createServer(app), 0);
  const port = await listener.up();
  return { apiUrl: `http://127.0.0.1:${port}/api/v2`, stop: listener.down };
}

function item(place: number) {
  return {
    id: place,
    uuid: `00000000-0000-4000-8000-${String(place).padStart(12, "0")}`,
    category: { id: 1, name: "Legs" },
    muscles: [{ name: "Quadriceps femoris", name_en: "Quads" }],
    muscles_secondary: [{ name: "Gluteus maximus", name_en: "" }],
    equipment: [{ id: 1, name: "Barbell" }],
    license: { short_name: "CC-BY-SA 4" },
    license_author: "wger.de",
    images: [{ image: "https://wger.example/media/squat.png" }],
    videos: [],
    translations: [
      { language: 1, name: `Kniebeuge ${place}`, description: "<p>Tief.</p>" },
      { language: 2, name: `Squat ${place}`, description: "<p>Deep.</p>" },
    ],
  };
}
