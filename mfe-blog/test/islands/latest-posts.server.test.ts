import { expect, it } from 'vitest';
import { loader } from '../../src/islands/latest-posts.server.ts';

const posts = Array.from({ length: 9 }, (_, n) => ({
  slug: `p${n}`,
  title: 't',
  description: 'd',
  date: '2026-02-10',
  tags: [],
}));

it.each([
  [undefined, 3],
  ['9', 3],
  [2, 2],
  [2.9, 2],
  [0, 1],
  [-5, 1],
  [99, 6],
])('returns for the count %j the newest %i', async (count, length) => {
  const { posts: shown } = (await loader({
    content: { list: async () => posts },
    props: { count },
  } as never)) as { posts: { slug: string }[] };
  expect([shown.length, shown[0]!.slug]).toEqual([length, 'p0']);
});
