import { expect, it } from 'vitest';
import { loadSearch } from '../../src/search/load-search.ts';
import { buildNoteIndex } from '../../src/search/note-index.ts';
import { samplePost } from '../sample-posts.ts';

const answering =
  (body: unknown, status = 200) =>
  async (): Promise<Response> =>
    Response.json(body, { status });

it('searches in the fetched index', async () => {
  const requests: unknown[] = [];
  const index = buildNoteIndex([samplePost({ slug: 'robots' })]);
  const find = await loadSearch(async (input) => {
    requests.push(input);
    return Response.json(index);
  });
  expect([requests, find('robots').length]).toEqual([['/blog/search.json'], 1]);
});

it.each([
  ['the index is missing', answering({}, 404), /answered 404/],
  ['the index is malformed', answering({ index: 1 }), /undefined/],
])('rejects when %s', async (_, fetch, says) => {
  await expect(loadSearch(fetch)).rejects.toThrow(says);
});
