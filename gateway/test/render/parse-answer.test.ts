import { describe, expect, test } from 'vitest';
import { HtmlBytes } from '../../src/documents/html-bytes.ts';
import { JsonBytes } from '../../src/documents/json-bytes.ts';
import { ANSWER_LIMITS, parseAnswer } from '../../src/render/parse-answer.ts';
import type { RenderCall } from '../../src/render/protocol.ts';

const choices = { parameter: 'tag', titles: { web: 'Notes on the web' } };
const head = { title: 'Docs', meta: [], links: [], jsonLd: [], lang: 'en', choices };
const fragment = {
  html: HtmlBytes.of('<h1>Docs</h1>'),
  head,
  data: JsonBytes.of({ a: 1 }),
  islands: [],
  inputs: {},
};
const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
};

test('an answer is what its call asks for, and nothing besides', () => {
  expect(parseAnswer('fragment', { ...fragment, more: 'x' }, 0)).toEqual(fragment);
  expect(parseAnswer('guards', { type: 'redirect', to: '/a', external: false }, 0)).toEqual({
    type: 'redirect',
    to: '/a',
    external: false,
  });
  expect(parseAnswer('frame', { islands: [] }, 0)).toEqual({ html: '', islands: [] });
});

const jsonBytesOf = (answer: unknown): number => JSON.stringify(answer)?.length ?? 0;
const HOSTILE: [what: string, call: RenderCall, answer: unknown][] = [
  ['nothing', 'fragment', undefined],
  ['a text', 'fragment', 'ok'],
  ['a page without a head', 'fragment', { ...fragment, head: undefined }],
  ['HTML that is no text', 'fragment', { ...fragment, html: { toString: 'x' } }],
  [
    'HTML over the limit',
    'fragment',
    { ...fragment, html: HtmlBytes.of('x'.repeat(ANSWER_LIMITS.html + 1)) },
  ],
  ['a title that is a list', 'fragment', { ...fragment, head: { ...head, title: ['x'] } }],
  [
    'a head over the limit',
    'fragment',
    { ...fragment, head: { ...head, jsonLd: [{ a: 'x'.repeat(ANSWER_LIMITS.head) }] } },
  ],
  ['data over the limit', 'fragment', { ...fragment, data: JsonBytes.of('x'.repeat(ANSWER_LIMITS.json)) }],
  ['data that are no bytes', 'fragment', { ...fragment, data: { bytes: Buffer.from('{}') } }],
  ['a head without a bottom', 'fragment', { ...fragment, head: { ...head, jsonLd: [{ a: nested(100) }] } }],
  [
    'a thousand islands',
    'fragment',
    { ...fragment, islands: Array.from({ length: 1_000 }, () => ({ name: 'A', props: {}, key: 'A_1' })) },
  ],
  ['an island whose props are a list', 'frame', { islands: [{ name: 'A', props: [], key: 'A_1' }] }],
  ['a status that is none', 'fragment', { ...fragment, error: { status: 99, message: '', fatal: true } }],
  [
    'inputs without number',
    'island',
    { inputs: Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`${i}`, ''])) },
  ],
  ['a guard that says maybe', 'guards', { type: 'maybe' }],
  ['a redirect to an object', 'guards', { type: 'redirect', to: {}, external: false }],
  ['paths that are no list', 'paths', { path: '/docs' }],
  ['a path that is a number', 'paths', [{ path: 1 }]],
  ['a feed without a type', 'resource', { body: '', inputs: {} }],
];

describe('a process that answers with', () => {
  test.each(HOSTILE)('%s has failed that call', (_, call, answer) => {
    expect(() => parseAnswer(call, answer, jsonBytesOf(answer))).toThrow(/^its answer/);
  });
});
