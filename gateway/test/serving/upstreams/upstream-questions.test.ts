import type { RecordedAnswer } from '@voltframe/kit/contract/release/recorded-answers';
import { describe, expect, test } from 'vitest';
import { upstreamErrors } from '../../../src/platform/upstream-errors.ts';
import { upstreamInput } from '../../../src/serving/upstreams/upstream-inputs.ts';
import { createUpstreamQuestions } from '../../../src/serving/upstreams/upstream-questions.ts';
import { playedAnswers, upstreamRequest } from '../../fixtures/played-answers.ts';

const question = { upstream: 'cms', path: '/posts', query: [], revalidate: 60, tags: [] };
const input = upstreamInput(upstreamRequest());

function callWith(answers = playedAnswers(), recorded?: () => Promise<RecordedAnswer[]>) {
  const declared = { cms: { paths: ['/posts/**'] } };
  return {
    answers,
    ...createUpstreamQuestions({ app: 'docs', declared, answers, recorded, limitMs: 7_500 }),
  };
}

test('a declared path is answered, and is an input of the page', async () => {
  const { reply, inputs } = callWith();
  expect(await reply(question)).toEqual({ ok: true, status: 200, headers: {}, text: 'body' });
  expect(inputs()).toEqual({ [input]: 'body' });
});

test('a call that asks twice is told the same, though the answer has changed', async () => {
  const { reply, answers } = callWith();
  await reply(question);
  answers.held.clear();
  answers.answer = () => 'newer';
  expect(await reply({ ...question, revalidate: 5, tags: ['a'] })).toMatchObject({ text: 'body' });
  expect(answers.reads).toHaveLength(1);
});

test.each([
  ['nothing', undefined],
  ['text', 'cms'],
  ['more than a question', { ...question, url: 'http://evil.example/' }],
  ['a name of an object', { ...question, upstream: '__proto__' }],
  ['another address', { ...question, path: '//evil.example/' }],
  ['a way out', { ...question, path: '/posts/../admin' }],
  ['a hidden way out', { ...question, path: '/posts/%2e%2e%2fadmin' }],
  ['a query within the path', { ...question, path: '/posts?all' }],
  ['a query of objects', { ...question, query: [{}] }],
  ['a query without end', { ...question, query: Array.from({ length: 31 }, () => ['a', 'b']) }],
  ['a long value', { ...question, query: [['a', 'x'.repeat(501)]] }],
  ['no time', { ...question, revalidate: 0 }],
  ['half a second', { ...question, revalidate: 0.5 }],
  ['a tag with a line break', { ...question, tags: ['a\nb'] }],
  ['tags without end', { ...question, tags: Array.from({ length: 21 }, () => 'a') }],
])('a process that asks for %s is refused, and nobody is asked', async (_, asked) => {
  const { reply, answers, inputs } = callWith();
  expect(await reply(asked)).toMatchObject({ ok: false, code: 'UPSTREAM_REQUEST' });
  expect([answers.reads, inputs()]).toEqual([[], {}]);
});

test.each([
  [{ ...question, path: '/drafts' }, `"cms": { paths: ["/posts/**","/drafts"] }`],
  [{ ...question, upstream: 'crm' }, `"crm": { paths: ["/posts"] }`],
])('what is not declared is named, with the line to add', async (asked, line) => {
  const { reply, answers } = callWith();
  const answer = await reply(asked);
  expect(answer).toMatchObject({ ok: false, code: 'UPSTREAM_UNDECLARED' });
  expect(answer.ok ? '' : answer.message).toContain(line);
  expect(answers.reads).toEqual([]);
});

describe('without an answer', () => {
  const dead = upstreamErrors.UNREACHABLE({ app: 'docs', upstream: 'cms', reason: 'it refuses connections' });

  test('the page depends on there being none', async () => {
    const { reply, inputs } = callWith(playedAnswers({ answer: () => dead }));
    expect(await reply(question)).toMatchObject({ ok: false, code: 'UPSTREAM_UNREACHABLE' });
    expect(inputs()).toEqual({ [input]: '' });
  });

  test('what the call throws of it is known again, and nothing else is', async () => {
    const { reply, failure } = callWith(playedAnswers({ answer: () => dead }));
    const answer = await reply(question);
    expect(failure(answer.ok ? '' : answer.message)).toBe(dead);
    expect(failure('a line of the loader')).toBeUndefined();
  });

  test('what the app does wrong itself is a failure of its code', async () => {
    const { reply, failure } = callWith();
    const answer = await reply({ ...question, path: '/drafts' });
    expect(failure(answer.ok ? '' : answer.message)).toBeUndefined();
  });

  test('what is no error of a catalogue says nothing of itself', async () => {
    const answer = await callWith(playedAnswers({ answer: () => new Error('password') })).reply(question);
    expect(answer).toMatchObject({ ok: false, code: 'UPSTREAM_UNEXPECTED' });
    expect(JSON.stringify(answer)).not.toContain('password');
  });

  test('a candidate is answered what was recorded, and depends on that', async () => {
    const answer = { upstream: 'cms', path: '/posts', query: [], status: 200, headers: {}, text: 'then' };
    const { reply, inputs } = callWith(playedAnswers({ answer: () => dead }), async () => [answer]);
    expect(await reply(question)).toEqual({ ok: true, status: 200, headers: {}, text: 'then' });
    expect(inputs()).toEqual({ [input]: '', recorded: '1' });
    expect(await reply({ ...question, path: '/posts/2' })).toMatchObject({ code: 'UPSTREAM_UNREACHABLE' });
  });

  test('what was recorded is read once for a call: it may be large', async () => {
    let reads = 0;
    const { reply } = callWith(playedAnswers({ answer: () => dead }), async () => (reads++, []));
    await Promise.all([1, 2, 3].map((n) => reply({ ...question, path: `/posts/${n}` })));
    expect(reads).toBe(1);
  });

  test('where no upstream is configured, that is said', async () => {
    const { reply } = createQuestionsWithout();
    expect(await reply(question)).toMatchObject({ ok: false, code: 'UPSTREAM_UNKNOWN' });
  });
});

function createQuestionsWithout() {
  const declared = { cms: { paths: ['/posts'] } };
  return createUpstreamQuestions({ app: 'docs', declared, answers: undefined, limitMs: 1 });
}

test('what is not answered when the time of the call is up ends by a time-out, and so does what comes then', async () => {
  const { reply, end } = callWith(playedAnswers({ read: () => new Promise(() => {}) }));
  const open = reply(question);
  end();
  expect(await open).toMatchObject({ ok: false, code: 'UPSTREAM_TIMEOUT' });
  expect(await reply({ ...question, path: '/posts/2' })).toMatchObject({
    ok: false,
    code: 'UPSTREAM_TIMEOUT',
  });
});

test('a call has so many answers and no more', async () => {
  const { reply, answers } = callWith();
  const asked = Array.from({ length: 51 }, (_, index) => reply({ ...question, path: `/posts/${index}` }));
  const replies = await Promise.all(asked);
  expect(replies.filter(({ ok }) => ok)).toHaveLength(50);
  expect(replies.at(-1)).toMatchObject({ code: 'UPSTREAM_LIMIT' });
  expect(answers.reads).toHaveLength(50);
});

test('a call has so many bytes and no more', async () => {
  const large = 'x'.repeat(9 * 1024 * 1024);
  const { reply, inputs } = callWith(playedAnswers({ answer: () => large }));
  expect(await reply(question)).toMatchObject({ ok: true });
  expect(await reply({ ...question, path: '/posts/2' })).toMatchObject({ code: 'UPSTREAM_LIMIT' });
  // A loader may go on without: its page is good as long as that answer is, not made anew for everyone who looks.
  expect(Object.values(inputs()).every((digest) => digest === large)).toBe(true);
});
