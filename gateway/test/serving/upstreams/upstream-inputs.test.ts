import { describe, expect, test } from 'vitest';
import {
  createInputWatch,
  parseUpstreamInput,
  upstreamInput,
} from '../../../src/serving/upstreams/upstream-inputs.ts';
import { upstreamRequest } from '../../fixtures/cached-response.ts';
import { playedAnswers } from '../../fixtures/played-answers.ts';
import { upstreamKey } from '../../../src/serving/upstreams/upstream-answers.ts';

test('parses an input back into its request', () => {
  const request = upstreamRequest({ query: [['page', '2']], tags: ['posts'] });
  expect(parseUpstreamInput(upstreamInput(request))).toEqual(request);
});

describe('merge', () => {
  const posts = upstreamInput(upstreamRequest());
  const samePosts = upstreamInput(upstreamRequest({ revalidateS: 5 }));
  const others = upstreamInput(upstreamRequest({ path: '/others' }));
  test.each([
    ['accepts another answer', { [others]: 'b' }, true],
    ['accepts the same answer', { [posts]: 'a' }, true],
    ['accepts the same answer with another lifetime', { [samePosts]: 'a' }, true],
    ['accepts a file', { 'docs/data/posts.json': 'b' }, true],
    ['refuses another answer to the same question', { [posts]: 'b' }, false],
    ['refuses another answer to the same question with another lifetime', { [samePosts]: 'b' }, false],
    ['refuses a missing answer to the same question', { [posts]: '' }, false],
  ])('%s', (_, more, taken) => {
    const inputs = { [posts]: 'a' };
    expect(createInputWatch(playedAnswers(), () => 0).merge(inputs, more)).toBe(taken);
    expect(inputs).toEqual(taken ? { [posts]: 'a', ...more } : { [posts]: 'a' });
  });
});

const request = upstreamRequest();
const key = upstreamKey(request);
const input = upstreamInput(request);

/** A page from the answer `a`, which was fetched at 0 and is fresh for 60 s. */
function setUp() {
  const clock = { now: 0 };
  const answers = playedAnswers({ held: new Map([[key, 'a']]) });
  const watch = createInputWatch(answers, () => clock.now);
  const page = watch.of({ [input]: 'a', 'docs/data/posts.json': 'x' })!;
  /** @returns its state and the number of reads. */
  const look = async (): Promise<[string, number]> => {
    const state = page.state();
    await new Promise(setImmediate);
    return [state, answers.reads.length];
  };
  return { clock, answers, watch, look };
}

describe('a page with answers of upstreams', () => {
  test('is fresh while its answers are stored', async () => {
    const { answers, look } = setUp();
    expect((await look())[0]).toBe('fresh');
    answers.held.set(key, 'b');
    expect((await look())[0]).toBe('changed');
    answers.held.clear();
    expect((await look())[0]).toBe('changed');
  });

  test('refreshes once after its lifetime, and is fresh meanwhile', async () => {
    const { clock, answers, look } = setUp();
    await look();
    clock.now = 59_999;
    expect(await look()).toEqual(['fresh', 1]);
    clock.now = 60_000;
    expect(await look()).toEqual(['fresh', 2]);
    expect(await look()).toEqual(['fresh', 2]);
    answers.fetchedAtMs = 60_500;
    clock.now = 61_000;
    expect(await look()).toEqual(['fresh', 3]);
    clock.now = 120_499;
    expect(await look()).toEqual(['fresh', 3]);
    clock.now = 120_500;
    expect(await look()).toEqual(['fresh', 4]);
  });

  test('is stale while its upstream fails', async () => {
    const { clock, answers, look } = setUp();
    answers.stale = true;
    clock.now = 60_000;
    await look();
    expect((await look())[0]).toBe('stale');
    answers.stale = false;
    clock.now = 61_000;
    await look();
    expect((await look())[0]).toBe('fresh');
  });

  test('without an answer is fresh until there is one', async () => {
    const { clock, answers, watch } = setUp();
    answers.held.clear();
    answers.answer = () => new Error('down');
    const page = watch.of({ [input]: '' })!;
    expect(page.state()).toBe('fresh');
    await new Promise(setImmediate);
    clock.now = 1_000;
    answers.answer = () => 'b';
    expect(page.state()).toBe('fresh');
    await new Promise(setImmediate);
    expect(page.state()).toBe('changed');
  });
});

test('does not watch a page of files', () => {
  expect(setUp().watch.of({ 'docs/data/posts.json': 'x', composition: 'c' })).toBeUndefined();
});

test('returns the stored digest for an input of an upstream only', () => {
  const { watch, answers } = setUp();
  expect([watch.digestOf(input), watch.digestOf('upstreams/data/posts.json')]).toEqual(['a', undefined]);
  answers.held.clear();
  expect(watch.digestOf(input)).toBe('');
});

test('fetches missing answers after a start, and ignores failures', async () => {
  const { watch, answers } = setUp();
  expect(watch.fetchMissing({ [input]: 'a' }, true)).toBeUndefined();
  answers.held.clear();
  expect(watch.fetchMissing({ [input]: '' }, true)).toBeUndefined();
  answers.answer = () => new Error('down');
  await watch.fetchMissing({ [input]: 'a' }, true);
  answers.answer = () => 'a';
  await watch.fetchMissing({ [input]: 'a' }, true);
  expect(watch.digestOf(input)).toBe('a');
});
