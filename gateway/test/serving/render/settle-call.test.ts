import { expect, test, vi } from 'vitest';
import type { HtmlBytes, JsonBytes } from '../../../src/serving/responses/page-bytes.ts';
import { createPageParts, settleCall } from '../../../src/serving/render/settle-call.ts';
import type { FragmentFacts } from '../../../src/serving/render/protocol.ts';
import { ANSWER_LIMITS } from '../../../src/serving/render/parse-answer.ts';
import { upstreamErrors } from '../../../src/platform/upstream-errors.ts';
import type { UpstreamQuestions } from '../../../src/serving/upstreams/upstream-questions.ts';

function call() {
  return {
    type: 'frame' as const,
    request: {},
    reading: { inputs: {}, recorded: false, isListed: true },
    resolve: vi.fn<(result: unknown) => void>(),
    reject: vi.fn<(error: Error) => void>(),
  };
}
const frameOf = (html = '', data = '', facts: object | string = '') => ({
  head: {},
  headBytes: 10,
  html: Buffer.from(html),
  data: Buffer.from(data),
  facts: Buffer.from(typeof facts === 'string' ? facts : JSON.stringify(facts)),
});
const parts = createPageParts();
const answer = { result: undefined };

const HEAD = { title: 'Docs', meta: [], links: [], jsonLd: [], lang: 'en' };
const FACTS = { head: HEAD, islands: [], inputs: {} };
const page = () => ({ ...call(), type: 'fragment' as const, request: { routeId: 'docs.home' } });

test('passes the HTML and data of a page as bytes, also empty ones', () => {
  const facts = { ...FACTS, data: 'of the facts', html: 'of the facts' };
  for (const [html, data] of [
    ['<p>“é”</p>', '{ "a": "“é”" }'],
    ['', ''],
  ] as const) {
    const one = page();
    settleCall(one, answer, frameOf(html, data, facts), { parts });
    const [value] = one.resolve.mock.calls[0] as [{ html: HtmlBytes; data: JsonBytes }];
    expect(value.html.bytes).toEqual(Buffer.from(html));
    expect(String(value.data)).toBe(data || 'null');
  }
});

test.each([
  ['invalid JSON', '{"a":1}},"site":{', /no JSON/],
  ['JSON over the limit', JSON.stringify('x'.repeat(ANSWER_LIMITS.json)), /larger/],
])('rejects a call with data of %s', (_, data, reason) => {
  const one = page();
  settleCall(one, answer, frameOf('<p>x</p>', data, FACTS), { parts });
  expect(one.resolve).not.toHaveBeenCalled();
  const [error] = one.reject.mock.calls[0] as [Error & { why: string }];
  expect(error.why).toMatch(reason);
});

test('applies the limit to facts and data together', () => {
  const half = 'x'.repeat(ANSWER_LIMITS.json / 2 - 1_000);
  const [small, large] = ['', 'x'.repeat(2_000)].map((more) => {
    const one = page();
    const facts = { ...FACTS, islands: [{ name: 'A', key: 'A_1', props: { half } }] };
    settleCall(one, answer, frameOf('<p>x</p>', JSON.stringify(half + more), facts), { parts });
    return one;
  });
  expect(small!.resolve).toHaveBeenCalled();
  expect(large!.reject).toHaveBeenCalledWith(expect.objectContaining({ code: 'GW_RENDER_FAILED' }));
});

test.each([
  ['a string', JSON.stringify('x'.repeat(1_000)), 'malformed'],
  ['a list', '[1]', 'malformed'],
  ['null', 'null', 'malformed'],
  ['JSON over the limit', JSON.stringify({ islands: 'x'.repeat(ANSWER_LIMITS.json) }), 'larger than'],
])('rejects an island with facts of %s', (_, facts, reason) => {
  const one = { ...page(), type: 'island' as const };
  settleCall(one, answer, frameOf('<p>x</p>', '', facts), { parts });
  expect(one.resolve).not.toHaveBeenCalled();
  expect(one.reject).toHaveBeenCalledWith(expect.objectContaining({ why: expect.stringContaining(reason) }));
});

test('shares the head between pages that differ only by their query', () => {
  const [one, two, other] = [FACTS, FACTS, { ...FACTS, head: { ...HEAD, title: 'Other' } }].map((facts) => {
    const settled = page();
    settleCall(settled, answer, frameOf('<p>x</p>', '', facts), { parts });
    return (settled.resolve.mock.calls[0] as [FragmentFacts])[0].head;
  });
  expect(two).toBe(one);
  expect(other).toMatchObject({ title: 'Other' });
});

test('shares few heads, so that a release with many large ones takes little memory', () => {
  const islands = [{ name: 'A', key: 'A_1', props: { text: 'x'.repeat(300_000) } }];
  const own = createPageParts();
  const heads = ['a', 'b', 'c', 'b', 'a'].map((routeId) => {
    const settled = { ...page(), request: { routeId } };
    settleCall(settled, answer, frameOf('<p>x</p>', '', { ...FACTS, islands }), { parts: own });
    return (settled.resolve.mock.calls[0] as [FragmentFacts])[0].head;
  });
  expect(new Set(heads).size).toBe(4);
});

test.each([
  ['a page without facts', page, '<p>x</p>', ''],
  ['a page with malformed facts', page, '<p>x</p>', { ...FACTS, islands: 7 }],
  ['a page with HTML over the limit', page, 'x'.repeat(ANSWER_LIMITS.html + 1), FACTS],
  ['a frame with malformed facts', call, '', { islands: 7 }],
])('rejects %s', (_, create, html, facts) => {
  const one = create();
  settleCall(one, answer, frameOf(html, '', facts), { parts });
  expect(one.resolve).not.toHaveBeenCalled();
  expect(one.reject).toHaveBeenCalledWith(expect.objectContaining({ code: 'GW_RENDER_FAILED' }));
});

test('rejects a call with the error of the process, and reports it', () => {
  const [one, onError] = [call(), vi.fn<(type: string, error: object) => string>(() => 'abcd1234')];
  settleCall(one, { ...answer, error: { message: 'broken' } }, frameOf(), { parts, onError });
  expect(onError).toHaveBeenCalledWith('frame', { message: 'broken', isListed: true });
  const rejected = { code: 'GW_RENDER_FAILED', errorId: 'abcd1234' };
  expect(one.reject).toHaveBeenCalledWith(expect.objectContaining(rejected));
});

test.each([
  ['a page', 'fragment', { path: '/docs/x', search: '' }, 'SITE_PAGE_NOT_FOUND'],
  ['an island', 'island', { name: 'A', props: {} }, 'GW_CALL_LIMIT'],
] as const)(
  'treats a limit exceeded by %s at an unlisted address as an error of the request',
  async (_, type, request, code) => {
    const onError = vi.fn<() => undefined>();
    const rejected = async (isListed: boolean) => {
      const reading = { inputs: {}, recorded: false, isListed };
      const one = { ...call(), type, request, reading };
      const error = { message: 'GW_CALL_LIMIT: too long', limit: true as const };
      settleCall(one, { result: undefined, error }, frameOf(), { parts, onError });
      return one.reject.mock.calls[0]?.[0];
    };
    expect(await rejected(false)).toMatchObject({ code });
    expect(onError).not.toHaveBeenCalled();
    expect(await rejected(true)).toMatchObject({ code: 'GW_RENDER_FAILED' });
    expect(onError).toHaveBeenCalledTimes(1);
  },
);

test('rejects with the error of an upstream without reporting the code', () => {
  const failure = upstreamErrors.UNKNOWN({ app: 'docs', upstream: 'cms' });
  const questions: UpstreamQuestions = {
    reply: async () => ({ ok: false, code: '', message: '' }),
    end: () => {},
    inputs: () => ({ 'upstream x': '' }),
    failure: (words) => (words === 'no cms' ? failure : undefined),
  };
  const onError = vi.fn<(type: string, error: object) => undefined>();
  const settled = (message: string) => {
    const one = { ...call(), reading: { inputs: {}, recorded: false, isListed: true } };
    settleCall(one, { ...answer, error: { message } }, frameOf(), { parts, questions, onError });
    expect(one.reading.inputs).toEqual({ 'upstream x': '' });
    return one.reject.mock.calls[0]?.[0];
  };
  expect(settled('no cms')).toBe(failure);
  expect(onError).not.toHaveBeenCalled();
  expect(settled('x is undefined')).toMatchObject({ code: 'GW_RENDER_FAILED' });
  expect(onError).toHaveBeenCalledTimes(1);
});
