// Draws the program's icon files: an open square, passed over twice. Run once after a change of the drawing:
//   node scripts/icons.mjs
import { writeFileSync } from "node:fs";
import { deflateSync } from "node:zlib";

const OUT = new URL("../src-tauri/icons/", import.meta.url);
const PAPER = [255, 255, 255];
const INK = [28, 30, 33];
const BLUE = [22, 93, 202];

// Shapes on a field of 32 x 32; a stroke is [x1, y1, x2, y2, width, colour].
const STROKES = [
  [24.5, 6.5, 6.5, 6.5, 2.4, INK],
  [6.5, 6.5, 6.5, 25.5, 2.4, INK],
  [6.5, 25.5, 25.5, 25.5, 2.4, INK],
  [25.5, 25.5, 25.5, 18.5, 2.4, INK],
  [10, 14.5, 14.5, 19, 2.6, BLUE],
  [14.5, 19, 27, 6.5, 2.6, BLUE],
  [17.2, 21.2, 28.5, 9.9, 2.6, BLUE],
];

function distance(x, y, [x1, y1, x2, y2]) {
  const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const along = Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length));
  return Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1));
}

function rounded(x, y) {
  const away = Math.hypot(Math.max(0, Math.abs(x - 16) - 10), Math.max(0, Math.abs(y - 16) - 10));
  return away <= 6;
}

function colour(x, y) {
  if (!rounded(x, y)) return [0, 0, 0, 0];
  const hit = STROKES.findLast((stroke) => distance(x, y, stroke) <= stroke[4] / 2);
  return [...(hit ? hit[5] : PAPER), 255];
}

/** One picture as RGBA rows, each pixel the mean of 16 samples. */
function draw(size) {
  const pixels = Buffer.alloc(size * size * 4);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const sum = [0, 0, 0, 0];
      for (let sample = 0; sample < 16; sample++) {
        const x = ((column + ((sample % 4) + 0.5) / 4) * 32) / size;
        const y = ((row + (Math.floor(sample / 4) + 0.5) / 4) * 32) / size;
        const [r, g, b, a] = colour(x, y);
        if (a > 0) [r, g, b, a].forEach((value, index) => (sum[index] += value));
      }
      const covered = sum[3] / 255;
      const at = (row * size + column) * 4;
      for (let index = 0; index < 3; index++) pixels[at + index] = covered ? Math.round(sum[index] / covered) : 0;
      pixels[at + 3] = Math.round(sum[3] / 16);
    }
  }
  return pixels;
}

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  let crc = 0xffffffff;
  for (const byte of body) crc = CRC[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE((crc ^ 0xffffffff) >>> 0, body.length + 4);
  return out;
}

function png(size) {
  const pixels = draw(size);
  const rows = [];
  for (let row = 0; row < size; row++) rows.push(Buffer.from([0]), pixels.subarray(row * size * 4, (row + 1) * size * 4));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", deflateSync(Buffer.concat(rows), { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}

/** An icon file is a table of PNGs. */
function ico(sizes) {
  const pictures = sizes.map(png);
  const head = Buffer.alloc(6 + 16 * sizes.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sizes.length, 4);
  let offset = head.length;
  sizes.forEach((size, index) => {
    const at = 6 + 16 * index;
    head[at] = size % 256;
    head[at + 1] = size % 256;
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(pictures[index].length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += pictures[index].length;
  });
  return Buffer.concat([head, ...pictures]);
}

for (const size of [32, 128, 256]) writeFileSync(new URL(`${size}x${size}.png`, OUT), png(size));
writeFileSync(new URL("icon.ico", OUT), ico([16, 32, 48, 256]));
