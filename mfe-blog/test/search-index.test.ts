import { expect, it } from 'vitest';
import searchIndex from '../src/search-index.ts';

it('answers what the build has made of all notes', async () => {
  const content = { data: async (name: string) => ({ name }) };
  expect(await searchIndex({ content } as never)).toEqual({
    type: 'application/json; charset=utf-8',
    body: '{"name":"search"}',
  });
});
