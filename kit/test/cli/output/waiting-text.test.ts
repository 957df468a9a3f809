import { expect, test } from 'vitest';
import type { AppStatus } from '../../../src/contract/operations/site-status.ts';
import { waitingText } from '../../../src/cli/output/waiting-text.ts';

const waiting = [
  { app: 'news', digest: 'a'.repeat(64), waitsFor: ['shell'] },
  { app: 'shell', digest: 'b'.repeat(64), waitsFor: ['blog', 'news'] },
  { app: 'docs', digest: 'c'.repeat(64), waitsFor: [] },
];
const change = {
  module: 'react',
  from: '19.3.1',
  to: '20.0.0',
  shell: 'b'.repeat(64),
  accepted: ['docs'],
  ready: ['news'],
  missing: ['blog'],
};

test('it says what waits for what, and of a shared module who is there and who is missing', () => {
  expect(waitingText({ waiting, sharedChanges: [change] })).toEqual([
    'tried again, together, whenever an app changes:',
    '  news aaaaaaaaaaaa waits for shell',
    '  shell bbbbbbbbbbbb waits for blog, news',
    '  docs cccccccccccc waits for any app',
    'shell bbbbbbbbbbbb has react 20.0.0, live is 19.3.1; all go live as one when the last is there',
    '  live releases that accept it    docs',
    '  releases that wait with it      news',
    '  still without one for it        blog',
  ]);
});

test('a module that goes, and nobody in a row', () => {
  const gone = { ...change, to: null, accepted: [], ready: [] };
  const [first, accepted] = waitingText({ sharedChanges: [gone] });
  expect([first, accepted]).toEqual([
    'shell bbbbbbbbbbbb has react no more, live is 19.3.1; all go live as one when the last is there',
    '  live releases that accept it    -',
  ]);
});

test('what is held of an app that is not on the site is named; the line of the app says it of the others', () => {
  const held = [
    { app: 'blog', digest: 'e'.repeat(64), by: 'freeze' as const },
    { app: 'tips', digest: 'd'.repeat(64), by: 'freeze' as const },
    { app: 'old', digest: 'c'.repeat(64), by: 'pin' as const },
  ];
  expect(waitingText({ held, apps: [{ app: 'blog' } as AppStatus] })).toEqual([
    'tips dddddddddddd, not on the site, waits for the freeze to end',
    'old cccccccccccc, not on the site, waits for the pin to end',
  ]);
});

test('where nothing waits, or a gateway of before says nothing, there is nothing to say', () => {
  expect(waitingText({ waiting: [], sharedChanges: [] })).toEqual([]);
  expect(waitingText({})).toEqual([]);
});
