// Draws the pictures of the posts from the numbers in their texts. Run it after a change here:
//   node mfe-blog/pictures/draw-pictures.ts
// The results are committed beside the texts.
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const POSTS = new URL('../content/posts/', import.meta.url);
/** Device pixels. A text column is not wider, also on a phone with three device pixels per CSS pixel. */
const SENT_WIDTH = 1280;
/** The colours of the dark theme: surface, hairline, accent and dim ink. */
const GROUND = '#0f141d';
const GRID = '#282e39';
const LINE = '#caf208';
const WORDS = '#aab0ba';
/** The same of the light theme. */
const PAPER = [
  'rect{fill:#edebe3}g{fill:#464d5b}g path{stroke:#cdcbc1}',
  `[fill="${LINE}"]{fill:#466700}[stroke="${LINE}"]{stroke:#619200}`,
].join('');

type Point = readonly [x: number, y: number];

const path = (points: Point[]): string =>
  `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

/** Waiting jobs: 100 a second are processed; 120 a second arrive for ten minutes, then 80. */
function queue(): string {
  const [left, top, width, height] = [130, 30, 780, 330];
  const at = (minute: number, jobs: number): Point => [
    left + (width * minute) / 24,
    top + height - (height * jobs) / 14_000,
  ];
  const grid = lines(8, (i) => {
    const [x, y] = at(0, i * 2_000);
    const jobs = (i * 2_000).toLocaleString('en');
    const label = `<text x="${x - 14}" y="${(y + 9).toFixed(1)}" text-anchor="end">${jobs}</text>`;
    return `<path d="M${x} ${y.toFixed(1)}h${width}" stroke="${GRID}"/>${i % 2 === 0 && i < 7 ? label : ''}`;
  });
  const minutes = lines(5, (i) => {
    const [x, y] = at(i * 5, 0);
    return `<text x="${x.toFixed(1)}" y="${y + 38}" text-anchor="middle">${i * 5} min</text>`;
  });
  const [peakX, peakY] = at(10, 12_000);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="420" viewBox="0 0 960 420">',
    `<style>@media (prefers-color-scheme:light){${PAPER}}</style>`,
    `<rect width="960" height="420" fill="${GROUND}"/>`,
    `<g fill="${WORDS}" font-family="monospace" font-size="26">${grid}${minutes}`,
    `<text x="${peakX.toFixed(1)}" y="${(peakY - 15).toFixed(0)}" text-anchor="middle" fill="${LINE}">`,
    '12,000 jobs wait two minutes</text></g>',
    `<path d="${path([at(0, 0), at(10, 12_000), at(20, 0), at(24, 0)])}" fill="none" stroke="${LINE}" stroke-width="4" stroke-linejoin="round"/>`,
    '</svg>\n',
  ].join('');
}

/** The speed that a control loop computes for a joint at a steady 1 rad/s if it always divides by 10 ms. */
function falseVelocity(): string {
  const [width, height] = [1600, 900];
  const count = 160;
  let noise = 7;
  const random = (): number => (noise = (noise * 48_271) % 2_147_483_647) / 2_147_483_647;
  // Most samples are at most 0.15 ms late, some up to 2 ms. A delay does not shift the next sample.
  const late = Array.from({ length: count + 1 }, () => (random() < 0.16 ? random() * 2 : random() * 0.15));
  const speeds = late.slice(1).map((delay, index) => 1 + (delay - late[index]) / 10);
  const at = (index: number, speed: number): Point => [
    (width * index) / (count - 1),
    height / 2 - (speed - 1) * 1_500,
  ];
  const trace = path(speeds.flatMap((speed, index) => [at(index, speed), at(index + 1, speed)]));
  const column = (i: number): string => `<path d="M${i * 100} 0v${height}"/>`;
  const row = (i: number): string => `<path d="M0 ${i * 100 + 50}h${width}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    '<defs><radialGradient id="tube" r="0.75"><stop stop-color="#16211a"/><stop offset="1" stop-color="#060908"/></radialGradient>',
    '<filter id="glow" x="-5%" y="-20%" width="110%" height="140%"><feGaussianBlur stdDeviation="9"/></filter></defs>',
    `<rect width="${width}" height="${height}" fill="url(#tube)"/>`,
    `<g stroke="#3c5a44" stroke-opacity="0.55">${lines(16, column)}${lines(9, row)}</g>`,
    `<path d="M0 ${height / 2}h${width}" stroke="#7fae8b" stroke-dasharray="4 12"/>`,
    `<g fill="none" stroke-linejoin="round"><path d="${trace}" stroke="#8dff5a" stroke-width="12" stroke-opacity="0.75" filter="url(#glow)"/>`,
    `<path d="${trace}" stroke="#e4ffd2" stroke-width="3"/></g></svg>`,
  ].join('');
}

await writeFile(new URL('queue-over-time.svg', POSTS), queue());
const scope = await sharp(Buffer.from(falseVelocity()))
  .resize({ width: SENT_WIDTH })
  .jpeg({ quality: 90, mozjpeg: true })
  .toBuffer();
await writeFile(new URL('false-velocity.jpg', POSTS), scope);
console.log(`false-velocity.jpg ${scope.length} bytes`);
