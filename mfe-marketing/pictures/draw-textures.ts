// Draws the pictures of the sample projects: surfaces, of noise and light. Run it after a change here:
//   node mfe-marketing/pictures/draw-textures.ts
// The results are committed: a build of the site only makes them smaller.
import sharp from 'sharp';

const WIDTH = 1600;
const HEIGHT = 1000;
/** The page shows them no wider. */
const SENT_WIDTH = 1280;
const TARGET = new URL('../src/components/portfolio/pictures/', import.meta.url);

interface Texture {
  /** Of the noise: how fine it is in each direction, and which of all there are. */
  frequency: string;
  octaves: number;
  seed: number;
  /** How high the surface rises, and the angle of the light above it in degrees. */
  relief: number;
  elevation: number;
  colour: string;
  shine: number;
  /** SVG over it. */
  over?: string;
}

const SHADE =
  '<radialGradient id="shade" cx="0.42" cy="0.4" r="0.8"><stop offset="0.2" stop-opacity="0"/><stop offset="1" stop-opacity="0.8"/></radialGradient>';
const grid = (every: number, draw: (x: number, y: number) => string): string =>
  Array.from({ length: Math.ceil(WIDTH / every) * Math.ceil(HEIGHT / every) }, (_, index) => {
    const columns = Math.ceil(WIDTH / every);
    return draw((index % columns) * every + every / 2, Math.floor(index / columns) * every + every / 2);
  }).join('');
/** A hole in a plate: dark, with a lit edge away from the light. */
const hole = (x: number, y: number): string =>
  `<circle cx="${x}" cy="${y}" r="26" fill="#060708"/><path d="M${x - 26} ${y + 2}a26 26 0 0 0 52 0" fill="none" stroke="#cfd6dc" stroke-opacity="0.35" stroke-width="3"/>`;

const TEXTURES: Record<string, Texture> = {
  /** The plate of a tool wall. */
  'tool-crib-arm': {
    frequency: '0.0015 0.35',
    octaves: 3,
    seed: 7,
    relief: 5,
    elevation: 52,
    colour: '#7d868e',
    shine: 0.6,
    over: grid(160, hole),
  },
};

function svg({ frequency, octaves, seed, relief, elevation, colour, shine, over = '' }: Texture): string {
  const light = `<feDistantLight azimuth="235" elevation="${elevation}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs>${SHADE}`,
    '<filter id="surface" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">',
    `<feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="${octaves}" seed="${seed}"/>`,
    '<feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 0" result="height"/>',
    `<feDiffuseLighting in="height" surfaceScale="${relief}" diffuseConstant="1.05" lighting-color="${colour}" result="body">${light}</feDiffuseLighting>`,
    `<feSpecularLighting in="height" surfaceScale="${relief}" specularConstant="${shine}" specularExponent="22" lighting-color="#fff">${light}</feSpecularLighting>`,
    '<feComposite in2="body" operator="arithmetic" k2="1" k3="1"/></filter></defs>',
    `<rect width="${WIDTH}" height="${HEIGHT}" filter="url(#surface)"/>${over}`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#shade)"/></svg>`,
  ].join('');
}

for (const [name, texture] of Object.entries(TEXTURES)) {
  const file = new URL(`${name}.jpg`, TARGET).pathname;
  const { size } = await sharp(Buffer.from(svg(texture)))
    .flatten({ background: '#000' })
    .resize({ width: SENT_WIDTH })
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(file);
  console.log(`${name}.jpg ${size} bytes`);
}
