import { describe, expect, test } from 'vitest';
import { ANSWER_LIMITS, parseAnswer, parseFacts } from '../../../src/serving/render/parse-answer.ts';
import type { RenderCall } from '../../../src/serving/render/protocol.ts';

const choices = { parameter: 'tag', titles: { web: 'Notes on the web' } };
const head = { title: 'Docs', meta: [], links: [], jsonLd: [], lang: 'en', choices };
const fragment = { head, islands: [], inputs: {} };
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

test("a page's facts are those of an answer", () => {
  const parsed = (facts: object) => parseFacts(Buffer.from(JSON.stringify(facts)));
  expect(parsed({ ...fragment, html: 'x', data: 'x' })).toEqual(fragment);
  expect(() => parsed({ ...fragment, islands: 7 })).toThrow(/^its answer is malformed: islands/);
});

const jsonBytesOf = (answer: unknown): number => JSON.stringify(answer)?.length ?? 0;
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
    expect(() => parseAnswer(call, answer, jsonBytesOf(answer))).toThrow(/^its answer/);
  });
});
