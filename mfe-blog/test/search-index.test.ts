import { expect, it } from 'vitest';
import searchIndex from '../src/search-index.ts';

it('answers with the index of the build', async () => {
  const content = { data: async (name: string) => ({ name }) };
  expect(await searchIndex({ content } as never)).toEqual({
    type: 'application/json; charset=utf-8',
    body: '{"name":"search"}',
  });
});
