// Draws the pictures of the posts from the numbers in their texts. Run it after a change here:
//   node mfe-blog/pictures/draw-pictures.ts
// The results are committed beside the texts.
import { writeFile } from 'node:fs/promises';

const POSTS = new URL('../content/posts/', import.meta.url);
/** The colours of both schemes. The picture is loaded as an image, so it cannot use the tokens or fonts of the page. */
const STYLE = [
  '.ground{fill:#0f141d}.words{fill:#aab0ba;font:20px monospace}.line{fill:none;stroke-width:2.5;stroke-linejoin:round}',
  '.grid{stroke:#282e39}.edge{stroke:#697080}.ink{stroke:#f1f1ec}.volt{stroke:#caf208}circle{fill:#caf208}',
  '@media (prefers-color-scheme:light){.ground{fill:#edebe3}.words{fill:#464d5b}',
  '.grid{stroke:#cdcbc1}.edge{stroke:#757b86}.ink{stroke:#131823}.volt{stroke:#619200}circle{fill:#619200}}',
].join('');

type Point = readonly [x: number, y: number];

const path = (points: Point[]): string =>
  `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

/** A picture with the corner brackets of all pictures. Its text is legible on phones: it is 640 units wide. */
function picture(height: number, content: string): string {
  const low = height - 16;
  const corners = `M.5 16V.5H16M624 .5h15.5V16M.5 ${low}v15.5H16M624 ${height - 0.5}h15.5v-15.5`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="${height * 1.5}" viewBox="0 0 640 ${height}">`,
    `<style>${STYLE}</style><rect class="ground" width="640" height="${height}"/>`,
    `<path class="line edge" style="stroke-width:1" d="${corners}"/>${content}</svg>\n`,
  ].join('');
}

/** Waiting jobs: 100 a second are processed; 120 a second arrive for ten minutes, then 80. */
function queue(): string {
  const [left, top, width, height] = [104, 32, 496, 224];
  const at = (minute: number, jobs: number): Point => [
    left + (width * minute) / 24,
    top + height - (height * jobs) / 14_000,
  ];
  const rows = lines(7, (i) => {
    const [x, y] = at(0, i * 2_000);
    const label = `<text x="${x - 12}" y="${y + 7}" text-anchor="end">${(i * 2_000).toLocaleString('en')}</text>`;
    return `<path class="grid" d="M${x} ${y}h${width}"/>${i % 2 === 0 ? label : ''}`;
  });
  const minutes = lines(5, (i) => {
    const [x, y] = at(i * 5, 0);
    return `<text x="${x.toFixed(1)}" y="${y + 36}" text-anchor="middle">${i * 5} min</text>`;
  });
  const [peakX, peakY] = at(10, 12_000);
  return picture(
    320,
    [
      `<g class="words">${rows}${minutes}`,
      `<text x="${peakX.toFixed(1)}" y="${peakY - 18}" text-anchor="middle">12,000 jobs wait two minutes</text></g>`,
      `<path class="line ink" d="${path([at(0, 0), at(10, 12_000), at(20, 0), at(24, 0)])}"/>`,
      `<circle cx="${peakX.toFixed(1)}" cy="${peakY}" r="6"/>`,
    ].join(''),
  );
}

/** The speed that a control loop computes for a joint at a steady 1 rad/s if it always divides by 10 ms. */
function falseVelocity(): string {
  const [left, top, width, height] = [72, 72, 520, 200];
  const count = 120;
  let noise = 7;
  const random = (): number => (noise = (noise * 48_271) % 2_147_483_647) / 2_147_483_647;
  // Most samples are at most 0.15 ms late, some up to 2 ms. A delay does not shift the next sample.
  const late = Array.from({ length: count + 1 }, () => (random() < 0.16 ? random() * 2 : random() * 0.15));
  const speeds = late.slice(1).map((delay, index) => 1 + (delay - late[index]) / 10);
  const at = (index: number, speed: number): Point => [
    left + (width * index) / count,
    top + height / 2 - (speed - 1) * 500,
  ];
  const rows = [0.8, 1, 1.2].map((speed) => {
    const [x, y] = at(0, speed);
    const truth = speed === 1 ? 'edge" stroke-width="1.5" stroke-dasharray="6 5' : 'grid';
    const label = `<text x="${x - 12}" y="${y + 7}" text-anchor="end">${speed.toFixed(1)}</text>`;
    return `<path class="${truth}" d="M${x} ${y}h${width + 24}"/>${label}`;
  });
  const seconds = lines(5, (i) => {
    const [x] = at(i * 30, 1);
    return `<text x="${x.toFixed(1)}" y="${top + height + 40}" text-anchor="middle">${(i * 0.3).toFixed(1)}\u00a0s</text>`;
  });
  const steps = speeds.map((speed, index) => [at(index, speed), at(index + 1, speed)]);
  const kick = speeds.indexOf(Math.max(...speeds));
  const [rise, fall] = [at(kick, speeds[kick - 1]), at(kick + 2, speeds[kick + 2])];
  return picture(
    336,
    [
      `<g class="words">${rows.join('')}${seconds}<text x="${left}" y="44">reported speed, rad/s</text></g>`,
      `<path class="line ink" style="stroke-width:1.75" d="${path(steps.flat())}"/>`,
      `<path class="line volt" d="${path([rise, ...steps.slice(kick, kick + 2).flat(), fall])}"/>`,
    ].join(''),
  );
}

await writeFile(new URL('queue-over-time.svg', POSTS), queue());
await writeFile(new URL('false-velocity.svg', POSTS), falseVelocity());
