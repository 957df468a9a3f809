import { remoteRelease } from '../../gateway/test/fixtures/fixture-release.ts';
import type { Draft } from './draft-release.ts';

/** An additional app, with more pages than admission renders for one route. */
export const PLANTED = 'docs';
const ITEMS = 300;
/** Admission renders only the first pages of a route. */
export const FIRST_UNTRIED = 60;
const FILES = 250;

export const itemPage = (item: number): string => `/items/${item}`;
export const untriedPages = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => itemPage(FIRST_UNTRIED + index));

export interface Planted {
  /** Makes the release unique. */
  mark: string;
  /** JavaScript in the loader of items; `item` is the item as text. */
  deed?: string;
  /** JavaScript that runs once in each process. */
  once?: string;
  /** Each page reads 250 files. */
  readsFiles?: true;
}

/** Runs code for one item only. */
export const onItem = (item: number, deed: string): string => `if (item === '${item}') { ${deed} }`;

export const DEEDS = {
  throws: `throw new Error('planted');`,
  'never answers': 'return new Promise(() => {});',
  'loops forever': 'for (;;);',
  'uses unbounded memory': 'const all = []; for (;;) all.push(new Array(1e6).fill(item));',
} as const;

/** Throws for unlisted addresses, and ends its process for some. The previous release does neither. */
export const ODD = `
  if (item.startsWith('huge')) { ${DEEDS['uses unbounded memory']} }
  if (!/^\\d+$/.test(item)) decodeURIComponent('%' + item);`;

/** Uses the processor. Its source runs in releases, so it may not reference any other code. */
function burn(rounds: number): number {
  let value = 1;
  for (let round = 0; round < rounds; round++) value = (value * 31 + round) | 0;
  return value;
}

const MEASURED_ROUNDS = 2e8;

/** @returns code that uses the processor of this machine. @param ms milliseconds of processor time. */
export function burning(ms: number): string {
  const before = process.cpuUsage();
  burn(MEASURED_ROUNDS);
  const { user, system } = process.cpuUsage(before);
  const perMs = MEASURED_ROUNDS / ((user + system) / 1000);
  return `(${burn.toString()})(${Math.round(ms * perMs)});`;
}

export function plantedRelease({ mark, deed = '', once = '', readsFiles }: Planted): Draft {
  const files = Array.from({ length: readsFiles ? FILES : 0 }, (_, index) => `part-${index}`);
  const { release, files: bodies } = remoteRelease({
    app: PLANTED,
    routes: [
      { id: 'docs.home', path: '/docs', prerender: true },
      { id: 'docs.item', path: '/items/:item', prerender: false },
    ],
    data: Object.fromEntries(files.map((name, index) => [`${name}.json`, `{"part":${index}}`])),
    server: `
      ${once}
      const paths = () => Array.from({ length: ${ITEMS} }, (_, item) => ({ path: '/items/' + item }));
      const names = ${JSON.stringify(files)};
      const loader = async ({ params: { item }, content }) => {
        ${deed}
        for (const name of names) await content.data(name);
        return item;
      };
      const validate = ({ params: { item } }) => item.length < 100;
      module.exports = {
        pages: {
          'docs.home': { Component: () => '${mark}', server: {} },
          'docs.item': { Component: ({ data }) => '${mark} ' + data, server: { paths, validate, loader } },
        },
        islands: {}, guards: {},
      };`,
  });
  return { release, files: bodies };
}
