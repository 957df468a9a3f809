import { describe, expect, test } from 'vitest';
import { ANSWER_LIMITS, createAnswerReader, parseAnswer } from '../../../src/serving/render/parse-answer.ts';
import type { FragmentAnswer, RenderCall } from '../../../src/serving/render/protocol.ts';
import type { HtmlBytes, JsonBytes } from '../../../src/serving/responses/page-bytes.ts';

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
  [
    'a redirect with the status of a page',
    'fragment',
    { ...fragment, redirect: { to: '/', status: 200, external: false } },
  ],
  [
    'a redirect of a guard with the status of a page',
    'guards',
    { type: 'redirect', to: '/', external: false, status: 200 },
  ],
  ['paths that are not a list', 'paths', { path: '/docs' }],
  ['a path that is a number', 'paths', [{ path: 1 }]],
  ['a feed without a type', 'resource', { body: '', inputs: {} }],
];

describe('parseAnswer', () => {
  test.each(HOSTILE)('refuses %s', (_, call, answer) => {
    expect(() => parseAnswer(call, json(answer))).toThrow(/^its answer/);
  });
});

const frameOf = (html = '', data = '', facts: object | string = '') => ({
  head: {},
  headBytes: 10,
  html: Buffer.from(html),
  data: Buffer.from(data),
  facts: Buffer.from(typeof facts === 'string' ? facts : JSON.stringify(facts)),
});

describe('an answer reader', () => {
  const read = createAnswerReader();
  const page = (frame: ReturnType<typeof frameOf>, routeId = 'docs.home', reader = read) =>
    reader('fragment', { routeId }, frame) as FragmentAnswer & { html: HtmlBytes; data: JsonBytes };

  test('returns the HTML and data of a page as bytes, also empty ones', () => {
    const facts = { ...fragment, data: 'of the facts', html: 'of the facts' };
    for (const [html, data] of [
      ['<p>“é”</p>', '{ "a": "“é”" }'],
      ['', ''],
    ] as const) {
      const value = page(frameOf(html, data, facts));
      expect(value.html.bytes).toEqual(Buffer.from(html));
      expect(String(value.data)).toBe(data || 'null');
    }
  });

  test.each([
    ['invalid JSON', '{"a":1}},"site":{', /no JSON/],
    ['JSON over the limit', JSON.stringify('x'.repeat(ANSWER_LIMITS.json)), /larger/],
  ])('refuses a page with data of %s', (_, data, reason) => {
    expect(() => page(frameOf('<p>x</p>', data, fragment))).toThrow(reason);
  });

  test('applies the limit to facts and data together', () => {
    const half = 'x'.repeat(ANSWER_LIMITS.json / 2 - 1_000);
    const facts = { ...fragment, islands: [{ name: 'A', key: 'A_1', props: { half } }] };
    const look = (more: string) => () => page(frameOf('<p>x</p>', JSON.stringify(half + more), facts));
    expect(look('')).not.toThrow();
    expect(look('x'.repeat(2_000))).toThrow('larger');
  });

  test.each([
    ['a string', JSON.stringify('x'.repeat(1_000)), 'malformed'],
    ['a list', '[1]', 'malformed'],
    ['null', 'null', 'malformed'],
    ['JSON over the limit', JSON.stringify({ islands: 'x'.repeat(ANSWER_LIMITS.json) }), 'larger than'],
  ])('refuses an island with facts of %s', (_, facts, reason) => {
    expect(() => read('island', { name: 'A' }, frameOf('<p>x</p>', '', facts))).toThrow(reason);
  });

  test('copies what it returns, because the next frame uses the same memory', () => {
    const frame = frameOf('<p>a</p>', '{"a":1}', fragment);
    const value = page(frame, 'docs.copied');
    frame.html.fill('x');
    frame.data.fill('x');
    expect([String(value.html), String(value.data)]).toEqual(['<p>a</p>', '{"a":1}']);
  });

  test('shares the head between pages that differ only by their query', () => {
    const other = { ...fragment, head: { ...head, title: 'Other' } };
    const [one, two, three] = [fragment, fragment, other].map(
      (facts) => page(frameOf('<p>x</p>', '', facts)).head,
    );
    expect(two).toBe(one);
    expect(three).toMatchObject({ title: 'Other' });
  });

  test('shares equal HTML between pages of a route', () => {
    const [one, two, three] = ['<p>x</p>', '<p>x</p>', '<p>y</p>'].map(
      (html) => page(frameOf(html, '', fragment), 'docs.shared').html,
    );
    expect(two).toBe(one);
    expect(String(three)).toBe('<p>y</p>');
  });

  test('shares few heads, so that a release with many large ones takes little memory', () => {
    const islands = [{ name: 'A', key: 'A_1', props: { text: 'x'.repeat(300_000) } }];
    const own = createAnswerReader();
    const heads = ['a', 'b', 'c', 'b', 'a'].map(
      (routeId) => page(frameOf('<p>x</p>', '', { ...fragment, islands }), routeId, own).head,
    );
    expect(new Set(heads).size).toBe(4);
  });

  test.each([
    ['a page without facts', 'fragment', '<p>x</p>', ''],
    ['a page with malformed facts', 'fragment', '<p>x</p>', { ...fragment, islands: 7 }],
    ['a page with HTML over the limit', 'fragment', 'x'.repeat(ANSWER_LIMITS.html + 1), fragment],
    ['a frame with malformed facts', 'frame', '', { islands: 7 }],
  ] as const)('refuses %s', (_, call, html, facts) => {
    expect(() => read(call, { routeId: 'docs.home' }, frameOf(html, '', facts))).toThrow(Error);
  });
});
