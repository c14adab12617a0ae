const [SIDE, FRAMES] = [48, 12];

/** Our own sample clip: a bouncing ball, as an uncompressed AVI of one second. */
export function makeClip(): Buffer {
  const frames = Array.from({ length: FRAMES }, (_, frame) => chunk("00db", drawFrame(frame)));
  const movi = list("movi", Buffer.concat(frames));
  return chunk("RIFF", Buffer.concat([Buffer.from("AVI "), list("hdrl", headers()), movi]));
}

function headers(): Buffer {
  const size = SIDE * SIDE * 3;
  const main = words(
    1_000_000 / FRAMES,
    size * FRAMES,
    0,
    0,
    FRAMES,
    0,
    1,
    size,
    SIDE,
    SIDE,
    0,
    0,
    0,
    0,
  );
  const stream = Buffer.concat([
    Buffer.from("vidsDIB "),
    words(0, 0, 0, 1, FRAMES, 0, FRAMES, size, 0, 0),
    Buffer.from([0, 0, 0, 0, SIDE, 0, SIDE, 0]),
  ]);
  const format = words(40, SIDE, SIDE, 1 | (24 << 16), 0, size, 0, 0, 0, 0);
  return Buffer.concat([
    chunk("avih", main),
    list("strl", Buffer.concat([chunk("strh", stream), chunk("strf", format)])),
  ]);
}

function drawFrame(frame: number): Buffer {
  const pixels = Buffer.alloc(SIDE * SIDE * 3, 0xff);
  const height = SIDE / 2 + Math.sin((frame / FRAMES) * 2 * Math.PI) * (SIDE / 3);
  for (let y = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE; x += 1)
      if (Math.hypot(x - SIDE / 2, y - height) < 6)
        pixels.fill(0x30, (y * SIDE + x) * 3, (y * SIDE + x) * 3 + 3);
  return pixels;
}

function chunk(name: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(name), words(body.length), body]);
}

function list(name: string, body: Buffer): Buffer {
  return chunk("LIST", Buffer.concat([Buffer.from(name), body]));
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [place, value] of values.entries()) bytes.writeUInt32LE(Math.trunc(value), place * 4);
  return bytes;
}
