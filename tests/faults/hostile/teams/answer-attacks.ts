import { server } from '../../draft-release.ts';
import { type Attack, attacksOn, type Case } from '../attack.ts';
import { laterDoes, tries } from './probes.ts';

const ANY = /^(live|refused 422 )/;
const ITS_OWN = /^live, (\d\d\d ?)+$/;

/** Changes the messages of the process, which are all written as JSON. */
const forging = (code: string): string =>
  `Object.defineProperty(Object.prototype, 'toJSON', { configurable: true, value() { const sent = { ...this }; ${code} return sent; } });`;

const FORGED: [name: string, code: string][] = [
  ['an answer to the call of another app', `if ('ok' in sent) sent.id = 1;`],
  ['an answer with an id that is a text', `if ('ok' in sent) sent.id = '__proto__';`],
  ['an answer without result and error', `if ('ok' in sent) return { id: sent.id, ok: false };`],
  ['an answer that is not an object', `if ('ok' in sent) return 7;`],
  [
    'inputs of another app',
    `if (sent.inputs) sent.inputs = { 'blog/data/posts/index.json': 'f'.repeat(64), 'composition': 'x' };`,
  ],
  [
    'thousands of inputs',
    `if (sent.inputs) for (let each = 0; each < 5000; each++) sent.inputs['legal/data/' + each] = 'x';`,
  ],
  [
    'a read of the content of another app',
    `if (sent.type === 'read') sent.file = '../blog/data/posts/index.json';`,
  ],
  [
    'a read of a file of the machine',
    `if (sent.type === 'read') sent.file = 'data/../../../../proc/self/environ';`,
  ],
  ['a read of its own server code', `if (sent.type === 'read') sent.file = 'server/server.cjs';`],
  ['a read of a property of Object.prototype', `if (sent.type === 'read') sent.file = 'constructor';`],
  ['status 999', `if (sent.error) sent.error = { status: 999, message: 'x', fatal: true };`],
];

const SHAPES: Case[] = [
  ['HTML of 20 MB', ITS_OWN, laterDoes(`return 'x'.repeat(20000000);`, 4)],
  ['HTML of 3 MB of unterminated tags', ITS_OWN, laterDoes(`return '<'.repeat(1000000);`, 4)],
  [
    'elements nested 20,000 levels deep',
    ITS_OWN,
    laterDoes(
      `const { createElement } = require('react'); let made = 'x'; for (let depth = 0; depth < 20000; depth++) made = createElement('b', null, made); return made;`,
      4,
    ),
  ],
];

const DATA: [name: string, code: string][] = [
  ['data of 10 MB', `context.params; const big = 'x'.repeat(10000000); throw big`],
  ['a text that ends a script', `return '</script><script>alert(1)</script>'`],
  ['a text that ends a comment', `return '--><img src=x onerror=alert(1)><!--'`],
];

export const answerAttacks: Attack[] = [
  ...attacksOn(
    'forged messages of the process',
    FORGED.map(([name, code]) => [
      name,
      ANY,
      async (site) => {
        const published = await site.publish(server((text) => `${forging(code)}\n${text}`));
        if (published === 'live') await site.visit('/terms', '/privacy');
        return published;
      },
      // The calls get no answer, and wait for their limit.
      name.includes('the call of another app') ? { slow: true } : {},
    ]),
  ),
  ...attacksOn('answers of every shape', SHAPES),
  ...attacksOn(
    'answers of every shape',
    DATA.map(([name, code]) => [name, ANY, tries(code)]),
  ),
  ...attacksOn('content of other apps', [
    [
      'the list of posts of the blog',
      /^live, closed: /,
      tries(`return (await context.content.list('../../blog/data/posts')).length`),
    ],
    [
      'a post of the blog by its name',
      /^live, (closed: |reached undefined)/,
      tries(`return await context.content.entry('../../../blog/posts', 'x')`),
    ],
    [
      'a property of Object.prototype',
      /^live, closed: /,
      tries(`return Object.keys(await context.content.data('__proto__')).length + 1`),
    ],
  ]),
];
