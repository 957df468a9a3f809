// Draws the pictures of the posts from the numbers in their texts. Run it after a change here:
//   node mfe-blog/pictures/draw-pictures.ts
// The results are committed beside the texts.
import { writeFile } from 'node:fs/promises';

const POSTS = new URL('../content/posts/', import.meta.url);
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
  const [left, top, width, height] = [130, 30, 780, 330];
  const count = 120;
  let noise = 7;
  const random = (): number => (noise = (noise * 48_271) % 2_147_483_647) / 2_147_483_647;
  // Most samples are at most 0.15 ms late, some up to 2 ms. A delay does not shift the next sample.
  const late = Array.from({ length: count + 1 }, () => (random() < 0.16 ? random() * 2 : random() * 0.15));
  const speeds = late.slice(1).map((delay, index) => 1 + (delay - late[index]) / 10);
  const at = (index: number, speed: number): Point => [
    left + (width * index) / count,
    top + height / 2 - (speed - 1) * 600,
  ];
  const rows = [0.8, 0.9, 1, 1.1, 1.2].map((speed) => {
    const [x, y] = at(0, speed);
    const label = `<text x="${x - 14}" y="${y + 9}" text-anchor="end">${speed.toFixed(1)}</text>`;
    return `<path d="M${x} ${y}h${width}" stroke="${GRID}"${speed === 1 ? '' : ' stroke-dasharray="2 8"'}/>${label}`;
  });
  const seconds = lines(5, (i) => {
    const [x] = at(i * 30, 1);
    return `<text x="${x.toFixed(1)}" y="398" text-anchor="middle">${(i * 0.3).toFixed(1)}\u00a0s</text>`;
  });
  const trace = path(speeds.flatMap((speed, index) => [at(index, speed), at(index + 1, speed)]));
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="420" viewBox="0 0 960 420">',
    `<style>@media (prefers-color-scheme:light){${PAPER}}</style>`,
    `<rect width="960" height="420" fill="${GROUND}"/>`,
    `<g fill="${WORDS}" font-family="monospace" font-size="26">${rows.join('')}${seconds}`,
    `<text x="${left + 14}" y="28">reported speed, rad/s</text></g>`,
    `<path d="${trace}" fill="none" stroke="${LINE}" stroke-width="3" stroke-linejoin="round"/>`,
    '</svg>\n',
  ].join('');
}

await writeFile(new URL('queue-over-time.svg', POSTS), queue());
await writeFile(new URL('false-velocity.svg', POSTS), falseVelocity());
