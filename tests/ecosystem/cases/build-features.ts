import type { Case } from '../case.ts';

/** Bytes of a picture of one pixel. */
const PIXEL =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><rect width="1" height="1"/></svg>';

/** What teams expect of a build. */
export const buildFeatures: Case[] = [
  {
    name: 'resolution',
    files: {
      '/tsconfig.json': JSON.stringify({ compilerOptions: { paths: { '@/*': ['./src/*'] } } }),
      '/package.json': JSON.stringify({
        name: 'ecosystem',
        version: '0.0.0',
        private: true,
        type: 'module',
        imports: { '#words': './src/resolution/words.js' },
      }),
      'words.js': `export const words = 'from imports';`,
      'aliased.ts': `export const aliased = 'from paths';`,
      'typed.mts': `export const typed: string = 'from mts';`,
      'part.jsx': `export const Part = () => <i>from jsx</i>;`,
      'data.json': `{ "data": "from json" }`,
      'Photo.SVG': PIXEL,
      'page.tsx': `import { words } from '#words';
import { aliased } from '@/resolution/aliased';
import { Part } from './part';
import { typed } from './typed.mts';
import data from './data.json';
import photo from './Photo.SVG';
export default () => <h1>{[words, aliased, data.data, photo.src.endsWith('g'), typed].join(', ')} <Part /></h1>;`,
    },
    shows: 'from imports, from paths, from json, true, from mts from jsx',
  },
  {
    name: 'svg',
    files: {
      'logo.svg': `<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" stroke-width="2" class="drawn"><path d="M0 0h8v8z"/></svg>`,
      'Photo.SVG': PIXEL,
      'page.tsx': `import Logo from './logo.svg?react';
import address from './logo.svg?url';
import logo from './logo.svg';
import photo from './Photo.SVG';
const named = new URL('./Photo.SVG', import.meta.url).href;
export default () => (
  <>
    <img id="named" src={named} alt="" width={2} height={2} />
    <h1>Drawings</h1>
    <Logo width={40} aria-label="Drawn" />
    <img id="image" src={logo} alt="" width={30} height={30} />
    <img id="address" src={address} alt="" width={20} height={20} />
    <img id="capitals" src={photo} alt="" width={1} height={1} />
  </>
);`,
    },
    shows: 'Drawings',
    async use(page) {
      const drawn = await page
        .locator('svg.drawn')
        .evaluate((svg) => [svg.getAttribute('stroke-width'), svg.querySelector('path')!.getBBox().width]);
      const images = page.locator('#named, #image, #address, #capitals');
      await images.evaluateAll((all) =>
        Promise.all(all.map((image) => (image as HTMLImageElement).decode())),
      );
      if (String(drawn) !== '2,8') throw new Error(`the drawing is ${drawn.join(', ')}`);
      if ((await images.count()) !== 4) throw new Error('an image is missing');
    },
  },
  {
    name: 'svg-broken',
    files: {
      'logo.svg': '<!DOCTYPE svg [<!ENTITY ns "x">]><svg xmlns="http://www.w3.org/2000/svg"/>',
      'page.tsx': `import Logo from './logo.svg?react';
export default () => <Logo />;`,
    },
    refused: /src\/svg-broken\/logo\.svg declares entities/,
  },
  {
    name: 'webpack-loader',
    config: {
      webpack(config) {
        config.module!.rules!.push({ test: /\.txt$/, type: 'asset/source' });
      },
    },
    files: {
      'words.txt': 'read by a rule of the team',
      'page.tsx': `import words from './words.txt';
export default () => <h1>{words}</h1>;`,
    },
    shows: 'read by a rule of the team',
  },
  {
    name: 'webpack-output',
    config: {
      webpack(config) {
        config.plugins = [];
        return { ...config, output: { ...config.output, filename: 'team.[contenthash].js' } };
      },
    },
    files: { 'page.tsx': 'export default () => <h1>Never built</h1>;' },
    refused: /mfe\.config\.ts: webpack\(\) removed or changed .*output\.filename, .*ModuleFederationPlugin/,
  },
  {
    name: 'worker',
    files: {
      'sums.ts': `export const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);`,
      'late.ts': `export const late = 'loaded late';`,
      'worker.ts': `import { sum } from './sums';
self.addEventListener('message', async ({ data }: MessageEvent<number[]>) => {
  const { late } = await import('./late');
  const answer = await fetch('/ecosystem');
  self.postMessage(\`\${sum(data)}, \${late}, \${answer.status}, \${import.meta.env.MODE}\`);
});`,
      'page.tsx': `import { useEffect, useState } from 'react';
export default () => {
  const [sum, setSum] = useState('not yet');
  useEffect(() => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => setSum(data);
    worker.postMessage([1, 2, 3]);
    return () => worker.terminate();
  }, []);
  return <h1>The sum: <output>{sum}</output></h1>;
};`,
    },
    shows: 'The sum:',
    use: (page) => page.getByText('6, loaded late, 200, production').waitFor(),
  },
  {
    name: 'worker-broken',
    files: {
      'worker.ts': `import { sum } from './missing';
self.postMessage(sum);`,
      'page.tsx': `export default () => <button onClick={() => new Worker(new URL('./worker.ts', import.meta.url))}>Sum</button>;`,
    },
    refused: /src\/worker-broken\/worker\.ts/,
  },
  {
    name: 'mdx',
    packages: { '@mdx-js/loader': '3.1.1' },
    route: { page: './src/mdx/page.mdx' },
    files: {
      'count.tsx': `import { useState } from 'react';
export function Count() {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>Counted {count}</button>;
}`,
      'page.mdx': `import { Count } from './count';

export const year = 2026;

# Written in MDX

A *paragraph* of {year}, and ~~a table~~:

| one | two |
| --- | --- |
| 1   | 2   |

<Count />
`,
    },
    shows: 'Written in MDX',
    async use(page) {
      await page.getByRole('button', { name: 'Counted 0' }).click();
      await page.getByRole('button', { name: 'Counted 1' }).waitFor();
      await page.getByRole('cell', { name: '2' }).waitFor();
    },
  },
  {
    name: 'public-values',
    config: { env: { GREETING: 'from the config' } },
    files: {
      '/.env': 'VITE_PLACE=from .env\nTOKEN=never sent',
      '/src/vite-env.d.ts': '/// <reference types="vite/client" />',
      'page.tsx': `const { VITE_PLACE } = import.meta.env;
export default () => (
  <h1>{[VITE_PLACE, import.meta.env.GREETING, import.meta.env.MODE, \`\${import.meta.env.DEV}\`].join(', ')}</h1>
);`,
    },
    shows: 'from .env, from the config, production, false',
  },
  {
    name: 'public-value-unknown',
    files: {
      'page.tsx': `interface Props {
  name: string;
}
const Part = ({ name }: Props) => <i>{name}</i>;
export default () => <Part name={import.meta.env.VITE_ADRESS} />;`,
    },
    refused: /src\/public-value-unknown\/page\.tsx:5: import\.meta\.env\.VITE_ADRESS has no value/,
  },
  {
    name: 'file-queries',
    files: {
      'words.graphql': 'query Words { name }',
      'film.mp4': 'no film',
      'sum.ts': 'export const sum = (a: number, b: number): number => a + b;',
      'double.ts': 'self.onmessage = ({ data }) => self.postMessage(data * 2);',
      'page.tsx': `import { useEffect, useState } from 'react';
import words from './words.graphql?raw';
import address from './words.graphql?url';
import film from './film.mp4';
import Double from './double.ts?worker';
import { sum } from './sum.js';
export default () => {
  const [found, setFound] = useState<unknown[]>([]);
  useEffect(() => {
    const worker = new Double();
    const add = (one: unknown) => setFound((all) => [...all, one].toSorted());
    worker.onmessage = ({ data }) => add(data);
    worker.postMessage(4);
    fetch(address).then((answer) => answer.text()).then((text) => add(text.length));
    return () => worker.terminate();
  }, []);
  return <><h1>{words} {sum(1, 2)} {film.endsWith('.mp4') && 'film'}</h1><p>Found {found.join()}</p></>;
};`,
    },
    shows: 'query Words { name } 3 film',
    use: (page) => page.getByText('Found 20,8').waitFor(),
  },
  {
    name: 'glob',
    files: {
      'parts/one.ts': `export const part = 'one';`,
      'parts/two.ts': `export const part = 'two';`,
      'words.txt': 'read as a text',
      'page.tsx': `import { useEffect, useState } from 'react';
const parts = import.meta.glob('./parts/*.ts', { eager: true });
const words = import.meta.glob('./*.txt', { eager: true, query: '?raw', import: 'default' });
const later = import.meta.glob('./parts/*.ts');
export default () => {
  const [loaded, set] = useState('nothing');
  useEffect(() => void later['./parts/two.ts']().then(({ part }) => set(part)), []);
  return <><h1>{Object.keys(parts).map((name) => parts[name].part).join(' and ')}, {words['./words.txt']}</h1><p>Loaded {loaded}</p></>;
};`,
    },
    shows: 'one and two, read as a text',
    use: (page) => page.getByText('Loaded two').waitFor(),
  },
  {
    name: 'context',
    files: {
      'parts/one.ts': `export const part = 'one';`,
      'parts/two.ts': `export const part = 'two';`,
      'page.tsx': `const parts = import.meta.webpackContext('./parts', { regExp: /\\.ts$/ });
export default () => <h1>{parts.keys().map((key) => parts(key).part).join(' and ')}</h1>;`,
    },
    shows: 'one and two',
  },
  {
    name: 'stylesheet-address',
    files: {
      'page.css': 'p { color: red }',
      'page.tsx': `import address from './page.css?url';
export default () => <link rel="stylesheet" href={address} />;`,
    },
    refused: /src\/stylesheet-address\/page\.css\?url is not built/,
  },
  {
    name: 'missing-export',
    files: {
      'part.ts': 'export const part = 1;',
      'page.tsx': `import { other } from './part';
export default () => <h1>{other}</h1>;`,
    },
    refused: /src\/missing-export\/page\.tsx 2:\d+[^]*export 'other' \(imported as 'other'\) was not found/,
  },
  {
    name: 'image-without-sizes',
    files: {
      'photo.svg': PIXEL,
      'page.tsx': `import photo from './photo.svg';
export default () => <><h1>Without sizes</h1><img src={photo} alt="" style={{ width: 9, height: 9 }} /></>;`,
    },
    shows: 'Without sizes',
  },
  ...['one', 'two'].map((name) => ({
    name: `shared-chunk-${name}`,
    packages: { lodash: '4.17.21' },
    files: {
      'page.tsx': `import lodash from 'lodash';
export default () => <h1>{lodash.capitalize('${name} of the pages that share lodash')}</h1>;`,
    },
    shows: `${name === 'one' ? 'One' : 'Two'} of the pages that share lodash`,
  })),
];
