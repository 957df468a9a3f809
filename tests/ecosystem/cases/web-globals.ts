import { type Case, pageCase } from '../case.ts';

/** Globals of browsers and edge runtimes, and packages that read them when they are imported. */
export const webGlobals: Case[] = [
  pageCase(
    'lodash',
    `import lodash from 'lodash';
export default () => <h1>{lodash.chunk(['a', 'b', 'c'], 2).map((part) => part.join('-')).join(' and ')}</h1>;`,
    { packages: { lodash: '4.17.21' }, shows: 'a-b and c' },
  ),
  pageCase(
    'lodash-es',
    `import { startCase } from 'lodash-es';
export default () => <h1>{startCase('one_more_case')}</h1>;`,
    { packages: { 'lodash-es': '4.17.21' }, shows: 'One More Case' },
  ),
  pageCase(
    'axios',
    `import axios from 'axios';
export default () => <h1>{axios.getUri({ url: '/notes', params: { page: 2 } })}</h1>;`,
    { packages: { axios: '1.13.2' }, shows: '/notes?page=2' },
  ),
  pageCase(
    'web-globals',
    `const bytes = new TextEncoder().encode('aé').length;
const form = new FormData();
form.append('name', 'value');
const request = new Request('https://example.org/a?b=c', { headers: new Headers({ 'x-one': '1' }) });
const parts = [
  bytes, form.get('name'), request.headers.get('x-one'), new URL(request.url).searchParams.get('b'),
  new Response('text', { status: 201 }).status, new AbortController().signal.aborted,
  structuredClone({ deep: [4] }).deep[0], typeof crypto.subtle.digest, typeof queueMicrotask, atob(btoa('round')),
  new Intl.NumberFormat('en').format(1234.5),
];
export default () => <h1>{parts.join(' ')}</h1>;`,
    { shows: '3 value 1 c 201 false 4 function function round 1,234.5' },
  ),
  pageCase(
    'console-patched',
    `const before = console.error;
console.error = (...values) => before(...values);
export default () => <h1>{typeof console.group} {typeof console.table}</h1>;`,
    { shows: 'function function' },
  ),
  pageCase(
    'react-markdown',
    `import Markdown from 'react-markdown';
export default () => <Markdown>{'# A *heading*'}</Markdown>;`,
    { packages: { 'react-markdown': '10.1.0' }, shows: 'A heading' },
  ),
  {
    name: 'node-package',
    packages: { execa: '9.6.0' },
    files: { 'page.tsx': `import { execa } from 'execa';\nexport default () => <h1>{typeof execa}</h1>;` },
    refused:
      /The package "[\w-]+" needs the module "[\w:]+" of Node; src\/node-package\/page\.tsx imports it/,
  },
  {
    name: 'node-require',
    packages: { pg: '8.16.3' },
    files: { 'page.tsx': `import pg from 'pg';\nexport default () => <h1>{typeof pg.Client}</h1>;` },
    refused: /the module "\w+" of Node is not available to releases; "pg\/lib\/utils\.js" imports it/,
  },
  {
    name: 'node-module',
    files: {
      'page.tsx': `import { readFileSync } from 'node:fs';
export default () => <h1>{readFileSync('/etc/hostname', 'utf8')}</h1>;`,
    },
    refused: /src\/node-module\/page\.tsx needs the module "node:fs" of Node/,
  },
  {
    name: 'throws-at-import',
    files: { 'page.tsx': `throw new Error('broken at import');\nexport default () => <h1>Never</h1>;` },
    refused: /refused[^]*broken at import/,
  },
];
