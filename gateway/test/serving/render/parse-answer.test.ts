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

test('returns only the fields of the call', () => {
  const more = { ...fragment, more: 'x', html: 'x', data: 'x' };
  expect(parseAnswer('fragment', json(more))).toEqual(fragment);
  const redirect = { type: 'redirect', to: '/a', external: false };
  expect(parseAnswer('guards', json(redirect), Buffer.from(''))).toEqual(redirect);
  expect(parseAnswer('frame', json({ islands: [] }), Buffer.from('<p>'))).toEqual({
    html: '<p>',
    islands: [],
  });
});

/** @returns `count` values with different names. */
const names = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`name${index}`, 1]));
const paths = (count: number, fields: object = {}): object[] =>
  Array.from({ length: count }, (_, index) => ({ path: `/docs/${index}`, updated: '2026-01-01', ...fields }));

test('limits an answer to 50,000 values, and a list of paths to 100,000 entries', () => {
  expect(() => parseAnswer('island', json({ inputs: {}, more: names(60_000) }))).toThrow(
    /more than 50000 values/,
  );
  expect(parseAnswer('paths', json(paths(100_000)))).toHaveLength(100_000);
  expect(() => parseAnswer('paths', json(paths(100_000, { a: 1, b: 2 })))).toThrow(/more than 300100 values/);
});

const HOSTILE: [what: string, call: RenderCall, answer: unknown][] = [
  ['no answer', 'fragment', undefined],
  ['a string', 'fragment', 'ok'],
  ['a page without a head', 'fragment', { ...fragment, head: undefined }],
  ['HTML that is not a string', 'island', { html: { toString: 'x' }, inputs: {} }],
  ['HTML over the limit', 'island', { html: 'x'.repeat(ANSWER_LIMITS.html + 1), inputs: {} }],
  ['a title that is a list', 'fragment', { ...fragment, head: { ...head, title: ['x'] } }],
  [
    'a head over the limit',
    'fragment',
    { ...fragment, head: { ...head, jsonLd: [{ a: 'x'.repeat(ANSWER_LIMITS.head) }] } },
  ],
  ['a head of 100 levels', 'fragment', { ...fragment, head: { ...head, jsonLd: [{ a: nested(100) }] } }],
  [
    'a thousand islands',
    'fragment',
    { ...fragment, islands: Array.from({ length: 1_000 }, () => ({ name: 'A', props: {}, key: 'A_1' })) },
  ],
  ['an island whose props are a list', 'frame', { islands: [{ name: 'A', props: [], key: 'A_1' }] }],
  ['an invalid status', 'fragment', { ...fragment, error: { status: 99, message: '', fatal: true } }],
  [
    '3,000 inputs',
    'island',
    { inputs: Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`${i}`, ''])) },
  ],
  ['an unknown outcome of a guard', 'guards', { type: 'maybe' }],
  ['a redirect to an object', 'guards', { type: 'redirect', to: {}, external: false }],
  ['paths that are not a list', 'paths', { path: '/docs' }],
  ['a path that is a number', 'paths', [{ path: 1 }]],
  ['a feed without a type', 'resource', { body: '', inputs: {} }],
];

describe('parseAnswer', () => {
  test.each(HOSTILE)('refuses %s', (_, call, answer) => {
    expect(() => parseAnswer(call, json(answer))).toThrow(/^its answer/);
  });
});
