import { expect, it } from 'vitest';
import { loadSearch } from '../../src/search/load-search.ts';
import { buildNoteIndex } from '../../src/search/note-index.ts';
import { samplePost } from '../sample-posts.ts';

const answering =
  (body: unknown, status = 200) =>
  async (): Promise<Response> =>
    Response.json(body, { status });

it('finds notes by the index that it asked for', async () => {
  const asked: unknown[] = [];
  const index = buildNoteIndex([samplePost({ slug: 'robots' })]);
  const find = await loadSearch(async (input) => {
    asked.push(input);
    return Response.json(index);
  });
  expect([asked, find('robots').length]).toEqual([['/blog/search.json'], 1]);
});

it.each([
  ['there is no index', answering({}, 404), /answered 404/],
  ['it is none', answering({ index: 1 }), /undefined/],
])('fails where %s', async (_, fetch, says) => {
  await expect(loadSearch(fetch)).rejects.toThrow(says);
});
