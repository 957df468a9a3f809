import { describe, expect, test } from 'vitest';
import {
  createInputWatch,
  parseUpstreamInput,
  upstreamInput,
} from '../../../src/serving/upstreams/upstream-inputs.ts';
import { playedAnswers, upstreamRequest } from '../../fixtures/played-answers.ts';
import { upstreamKey } from '../../../src/serving/upstreams/upstream-answers.ts';

test('of an input it can be asked for again', () => {
  const request = upstreamRequest({ query: [['page', '2']], tags: ['posts'] });
  expect(parseUpstreamInput(upstreamInput(request))).toEqual(request);
});

test.each(['docs/data/posts.json', 'composition', 'upstreams/data/a.json'])('%s is none', (input) => {
  expect(parseUpstreamInput(input)).toBeUndefined();
});

describe('a page takes in another part', () => {
  const posts = upstreamInput(upstreamRequest());
  const samePosts = upstreamInput(upstreamRequest({ revalidateS: 5 }));
  const others = upstreamInput(upstreamRequest({ path: '/others' }));
  test.each([
    ['that was made of other answers', { [others]: 'b' }, true],
    ['that was made of the same', { [posts]: 'a' }, true],
    ['that asked for the same in another way', { [samePosts]: 'a' }, true],
    ['that was made of files', { 'docs/data/posts.json': 'b' }, true],
    ['never one that was made of another answer to the same question', { [posts]: 'b' }, false],
    ['nor when it asked in another way', { [samePosts]: 'b' }, false],
    ['nor one that had none', { [posts]: '' }, false],
  ])('%s', (_, more, taken) => {
    const inputs = { [posts]: 'a' };
    expect(createInputWatch(playedAnswers(), () => 0).merge(inputs, more)).toBe(taken);
    expect(inputs).toEqual(taken ? { [posts]: 'a', ...more } : { [posts]: 'a' });
  });
});

const request = upstreamRequest();
const key = upstreamKey(request);
const input = upstreamInput(request);

/** A page that was made of the answer `a`, which is held, fetched at 0 and good for 60 s. */
function setUp() {
  const clock = { now: 0 };
  const answers = playedAnswers({ held: new Map([[key, 'a']]) });
  const watch = createInputWatch(answers, () => clock.now);
  const page = watch.of({ [input]: 'a', 'docs/data/posts.json': 'x' })!;
  /** Its state, and how often was asked by then. */
  const look = async (): Promise<[string, number]> => {
    const state = page.state();
    await new Promise(setImmediate);
    return [state, answers.reads.length];
  };
  return { clock, answers, watch, look };
}

describe('what was made of upstream answers', () => {
  test('is fresh as long as the answers are held that it was made of', async () => {
    const { answers, look } = setUp();
    expect((await look())[0]).toBe('fresh');
    answers.held.set(key, 'b');
    expect((await look())[0]).toBe('changed');
    answers.held.clear();
    expect((await look())[0]).toBe('changed');
  });

  test('asks again once past its time, however many look, and is good meanwhile', async () => {
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

  test('is stale while its upstream fails, and fresh again after that', async () => {
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

  test('without an answer is good until there is one', async () => {
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

test('what was made of files alone is not watched', () => {
  expect(setUp().watch.of({ 'docs/data/posts.json': 'x', composition: 'c' })).toBeUndefined();
});

test('an input of an upstream is what is held for it, any other is somebody else’s', () => {
  const { watch, answers } = setUp();
  expect([watch.digestOf(input), watch.digestOf('docs/data/posts.json')]).toEqual(['a', undefined]);
  answers.held.clear();
  expect(watch.digestOf(input)).toBe('');
});

test('what is not held after a start is fetched, and a failure of that is none', async () => {
  const { watch, answers } = setUp();
  expect(watch.fetchMissing({ [input]: 'a' })).toBeUndefined();
  answers.held.clear();
  expect(watch.fetchMissing({ [input]: '' })).toBeUndefined();
  answers.answer = () => new Error('down');
  await watch.fetchMissing({ [input]: 'a' });
  answers.answer = () => 'a';
  await watch.fetchMissing({ [input]: 'a' });
  expect(watch.digestOf(input)).toBe('a');
});
