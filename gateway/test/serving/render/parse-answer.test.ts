import { describe, expect, test } from 'vitest';
import { ANSWER_LIMITS, parseAnswer } from '../../../src/serving/render/parse-answer.ts';
import type { RenderCall } from '../../../src/serving/render/protocol.ts';

const choices = { parameter: 'tag', titles: { web: 'Notes on the web' } };
const colour = { name: 'theme-color', media: '(prefers-color-scheme: dark)', content: '#080c14' };
const head = { title: 'Docs', meta: [colour], links: [], jsonLd: [], lang: 'en', choices };
const fragment = { head, islands: [], inputs: {} };
const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
};

const json = (answer: unknown): Buffer => Buffer.from(JSON.stringify(answer) ?? '');

test('an answer is what its call asks for, and nothing besides', () => {
  const more = { ...fragment, more: 'x', html: 'x', data: 'x' };
  expect(parseAnswer('fragment', json(more))).toEqual(fragment);
  const redirect = { type: 'redirect', to: '/a', external: false };
  expect(parseAnswer('guards', json(redirect), Buffer.from(''))).toEqual(redirect);
  expect(parseAnswer('frame', json({ islands: [] }), Buffer.from('<p>'))).toEqual({
    html: '<p>',
    islands: [],
  });
});

/** So many values, each with a name of its own, so that none is dropped. */
const names = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`name${index}`, 1]));
const paths = (count: number, fields: object = {}): object[] =>
  Array.from({ length: count }, (_, index) => ({ path: `/docs/${index}`, updated: '2026-01-01', ...fields }));

test('an answer for a visitor has at most 50,000 values; a list of paths has 100,000 entries', () => {
  expect(() => parseAnswer('island', json({ inputs: {}, more: names(60_000) }))).toThrow(
    /more than 50000 values/,
  );
  expect(parseAnswer('paths', json(paths(100_000)))).toHaveLength(100_000);
  expect(() => parseAnswer('paths', json(paths(100_000, { a: 1, b: 2 })))).toThrow(/more than 300100 values/);
});

const HOSTILE: [what: string, call: RenderCall, answer: unknown][] = [
  ['nothing', 'fragment', undefined],
  ['a text', 'fragment', 'ok'],
  ['a page without a head', 'fragment', { ...fragment, head: undefined }],
  ['HTML that is no text', 'island', { html: { toString: 'x' }, inputs: {} }],
  ['HTML over the limit', 'island', { html: 'x'.repeat(ANSWER_LIMITS.html + 1), inputs: {} }],
  ['a title that is a list', 'fragment', { ...fragment, head: { ...head, title: ['x'] } }],
  [
    'a head over the limit',
    'fragment',
    { ...fragment, head: { ...head, jsonLd: [{ a: 'x'.repeat(ANSWER_LIMITS.head) }] } },
  ],
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
    expect(() => parseAnswer(call, json(answer))).toThrow(/^its answer/);
  });
});
