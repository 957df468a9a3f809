import { expect, test, vi } from 'vitest';
import type { HtmlBytes } from '../../src/documents/html-bytes.ts';
import { createDataReader, type JsonBytes } from '../../src/documents/json-bytes.ts';
import { parseChildMessage, settleCall } from '../../src/render/child-message.ts';
import { ANSWER_LIMITS } from '../../src/render/parse-answer.ts';
import { upstreamErrors } from '../../src/upstreams/errors.ts';
import type { UpstreamQuestions } from '../../src/upstreams/upstream-questions.ts';

const LONG = 'x'.repeat(10_000);

test.each([
  ['an answer', { id: 1, ok: true, result: { a: 1 } }, { id: 1, file: '', result: { a: 1 } }],
  [
    'a question for an upstream, unread',
    { id: 5, type: 'upstream', call: 2, question: { a: 1 } },
    { id: 5, asked: { call: 2, question: { a: 1 } } },
  ],
  ['a question for a file', { id: 2, type: 'read', file: 'a.json' }, { id: 2, type: 'read', file: 'a.json' }],
  [
    'an error',
    { id: 3, ok: false, error: { message: 'no', stack: 'at x' } },
    { id: 3, error: { message: 'no', stack: 'at x' } },
  ],
  [
    'what is no error',
    { id: 4, ok: 1, error: 7 },
    { id: 4, error: { message: 'it failed without saying why' } },
  ],
])('takes %s', (_, head, message) => {
  expect(parseChildMessage(head)).toMatchObject(message);
});

test.each([
  ['nothing', null, /no answer/],
  ['no id', { ok: true }, /no answer/],
  ['an id that is text', { id: '1', ok: true }, /no answer/],
  ['a file that is no name', { id: 1, type: 'read', file: {} }, /no file/],
  ['a question for an upstream of no call', { id: 1, type: 'upstream', call: 'x' }, /no call/],
  ['a name without end', { id: 1, type: 'read', file: LONG }, /no file/],
])('refuses %s', (_, head, reason) => {
  expect(() => parseChildMessage(head)).toThrow(reason);
});

test('an error keeps no more of its texts than fits a log', () => {
  const { error } = parseChildMessage({ id: 1, error: { message: LONG, stack: LONG } });
  expect([error!.message.length, error!.stack!.length]).toEqual([2_000, 8_000]);
});

function call() {
  return {
    type: 'frame' as const,
    request: {},
    resolve: vi.fn<(result: unknown) => void>(),
    reject: vi.fn<(error: Error) => void>(),
  };
}
const frameOf = (html = '', data = '') => ({
  head: {},
  headBytes: 10,
  html: Buffer.from(html),
  data: Buffer.from(data),
});
const readData = createDataReader();
const answer = { id: 1, file: '', result: {} };

test('a call is resolved with its answer and the HTML that came beside it', () => {
  const one = call();
  settleCall(one, { ...answer, result: { islands: [] } }, frameOf('<p>x</p>'), { readData });
  expect(one.resolve).toHaveBeenCalledWith(expect.objectContaining({ html: '<p>x</p>' }));
});

const HEAD = { title: 'Docs', meta: [], links: [], jsonLd: [], lang: 'en' };
const page = () => ({ ...call(), type: 'fragment' as const, request: { routeId: 'docs.home' } });

test("a page's HTML and data stay bytes, also where there are none", () => {
  const result = { head: HEAD, data: 'said in the head', islands: [], inputs: {}, html: 'said in the head' };
  for (const [html, data] of [
    ['<p>“é”</p>', '{ "a": "“é”" }'],
    ['', ''],
  ] as const) {
    const one = page();
    settleCall(one, { ...answer, result }, frameOf(html, data), { readData });
    const [got] = one.resolve.mock.calls[0] as [{ html: HtmlBytes; data: JsonBytes }];
    expect(got.html.bytes).toEqual(Buffer.from(html));
    expect(String(got.data)).toBe(data || 'null');
  }
});

test.each([
  ['no JSON', '{"a":1}},"site":{', /no JSON/],
  ['nothing but depth', '['.repeat(100) + ']'.repeat(100), /nested/],
  ['more than a page may have', JSON.stringify('x'.repeat(ANSWER_LIMITS.json)), /larger/],
])('data that is %s rejects its call', (_, data, reason) => {
  const one = page();
  const result = { head: HEAD, islands: [], inputs: {} };
  settleCall(one, { ...answer, result }, frameOf('<p>x</p>', data), { readData });
  expect(one.resolve).not.toHaveBeenCalled();
  const [error] = one.reject.mock.calls[0] as [Error & { why: string }];
  expect(error.why).toMatch(reason);
});

test('head and data count together', () => {
  const half = ANSWER_LIMITS.json / 2;
  const [small, large] = [half - 100, half + 100].map((length) => {
    const one = page();
    const frame = { ...frameOf('<p>x</p>', JSON.stringify('x'.repeat(length))), headBytes: half };
    settleCall(one, { ...answer, result: { head: HEAD, islands: [], inputs: {} } }, frame, { readData });
    return one;
  });
  expect(small!.resolve).toHaveBeenCalled();
  expect(large!.reject).toHaveBeenCalledWith(expect.objectContaining({ code: 'GW_RENDER_FAILED' }));
});

test('what the process threw rejects its call, and is told of', () => {
  const [one, onError] = [call(), vi.fn<(type: string, error: object) => string>(() => 'abcd1234')];
  settleCall(one, { ...answer, error: { message: 'broken' } }, frameOf(), { readData, onError });
  expect(onError).toHaveBeenCalledWith('frame', { message: 'broken' });
  const rejected = { code: 'GW_RENDER_FAILED', errorId: 'abcd1234' };
  expect(one.reject).toHaveBeenCalledWith(expect.objectContaining(rejected));
});

test('a malformed answer rejects its call', () => {
  const one = call();
  settleCall(one, { ...answer, result: { islands: 7 } }, frameOf(), { readData });
  expect(one.resolve).not.toHaveBeenCalled();
  expect(one.reject).toHaveBeenCalledWith(expect.objectContaining({ code: 'GW_RENDER_FAILED' }));
});

test('what an upstream failed a call is not told of as a failure of its code', () => {
  const failure = upstreamErrors.UNKNOWN({ app: 'docs', upstream: 'cms' });
  const questions: UpstreamQuestions = {
    reply: async () => ({ ok: false, code: '', message: '' }),
    end: () => {},
    inputs: () => ({ 'upstream x': '' }),
    failure: (words) => (words === 'no cms' ? failure : undefined),
  };
  const onError = vi.fn<(type: string, error: object) => undefined>();
  const settled = (message: string) => {
    const one = { ...call(), reading: { inputs: {}, recorded: false } };
    settleCall(one, { ...answer, error: { message } }, frameOf(), { readData, questions, onError });
    expect(one.reading.inputs).toEqual({ 'upstream x': '' });
    return one.reject.mock.calls[0]?.[0];
  };
  expect(settled('no cms')).toBe(failure);
  expect(onError).not.toHaveBeenCalled();
  expect(settled('x is undefined')).toMatchObject({ code: 'GW_RENDER_FAILED' });
  expect(onError).toHaveBeenCalledTimes(1);
});
