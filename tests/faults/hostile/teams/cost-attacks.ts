import { server } from '../../draft-release.ts';
import { type Attack, attacksOn, type Case } from '../attack.ts';
import { laterDoes } from './probes.ts';

/** Refused, whatever limit met it first. */
const REFUSED = /^refused 4\d\d /;
/** Its own page fails, or is the last good one; nobody waits for ever. */
const ITS_OWN = /^live, (\d\d\d ?)+$/;

const MEMORY: [name: string, code: string][] = [
  ['Buffers', `const kept = []; for (;;) kept.push(Buffer.alloc(16777216, 1));`],
  ['ArrayBuffers', `const kept = []; for (;;) kept.push(new Uint8Array(new ArrayBuffer(16777216)).fill(1));`],
  [
    'the heap',
    `const kept = []; for (;;) kept.push(new Array(100000).fill({}).map((_, index) => ({ index })));`,
  ],
  ['one long text', `let text = 'x'; for (;;) text = [text, text].join('');`],
];

const TIME: Case[] = [
  ['an endless loop', ITS_OWN, laterDoes('for (;;);', 4)],
  [
    'endless microtasks',
    ITS_OWN,
    laterDoes('const again = () => Promise.resolve().then(again); again();', 4),
  ],
  ['endless ticks', ITS_OWN, laterDoes('const again = () => process.nextTick(again); again();', 4)],
  ['a pattern that backtracks', ITS_OWN, laterDoes(`/^(a+)+$/.test('a'.repeat(40) + 'b');`, 4)],
  [
    'timers between calls',
    ITS_OWN,
    laterDoes('setInterval(() => { const end = Date.now() + 900; while (Date.now() < end); }, 1);', 4),
  ],
];

const CRASH: Case[] = [
  ['errors thrown from a timer', ITS_OWN, laterDoes(`setTimeout(() => { throw new Error('boom'); }, 1);`)],
  ['a rejection that nobody handles', ITS_OWN, laterDoes(`void Promise.reject(new Error('boom'));`)],
  ['a stack without end', ITS_OWN, laterDoes('const deeper = () => deeper(); deeper();')],
  ['a thrown value that cannot be told', ITS_OWN, laterDoes(`throw { toString() { throw 1; } };`)],
  [
    'a flood of log lines',
    ITS_OWN,
    laterDoes(`for (let line = 0; line < 100000; line++) console.error('x'.repeat(1000));`),
  ],
];

export const costAttacks: Attack[] = [
  ...attacksOn(
    'memory without end',
    MEMORY.flatMap(([name, code]): Case[] => [
      [
        `${name}, when the bundle is loaded`,
        REFUSED,
        (site) => site.publish(server((text) => `${code}\n${text}`)),
        { slow: true },
      ],
      [`${name}, on a page that is live`, ITS_OWN, laterDoes(code, 3), { slow: true }],
    ]),
  ),
  ...attacksOn(
    'time without end',
    TIME.map(([name, ends, run]) => [name, ends, run, { slow: true }]),
  ),
  ...attacksOn('crashing', CRASH),
  ...attacksOn('being loaded', [
    [
      'a loop when the bundle is loaded',
      REFUSED,
      (site) => site.publish(server((text) => `for (;;);\n${text}`)),
      { slow: true },
    ],
    [
      'a bundle of half a million brackets',
      REFUSED,
      (site) => site.publish(server((text) => `${'['.repeat(500_000)}${text}`)),
    ],
  ]),
];
