import { describe, expect, test } from 'vitest';
import {
  mergeInputs,
  parseUpstreamInput,
  upstreamInput,
} from '../../../src/serving/upstreams/upstream-input.ts';
import { upstreamRequest } from '../../fixtures/played-answers.ts';

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
    expect(mergeInputs(inputs, more)).toBe(taken);
    expect(inputs).toEqual(taken ? { [posts]: 'a', ...more } : { [posts]: 'a' });
  });
});
