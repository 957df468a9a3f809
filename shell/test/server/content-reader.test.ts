import { expect, it } from 'vitest';
import { createContentReader, type Inputs } from '../../src/server/content-reader.ts';

const files: Record<string, unknown> = {
  'data/posts/index.json': [{ slug: 'a' }],
  'data/posts/a.json': { slug: 'a', html: '<p>' },
  'data/facts.json': { n: 1 },
};
function reader() {
  const inputs: Inputs = {};
  const reads: string[] = [];
  const read = async (app: string, file: string) => {
    reads.push(file);
    return file in files ? { text: JSON.stringify(files[file]), sha256: `${app}-${file.length}` } : undefined;
  };
  return { content: createContentReader('blog', read, inputs), inputs, reads };
}

it('reads lists, entries and data of its app', async () => {
  const { content } = reader();
  expect(await content.list('posts')).toEqual([{ slug: 'a' }]);
  expect(await content.entry('posts', 'a')).toEqual({ slug: 'a', html: '<p>' });
  expect(await content.data('facts')).toEqual({ n: 1 });
});

it('records each read as an input, also of a missing file', async () => {
  const { content, inputs } = reader();
  await content.entry('posts', 'a');
  await content.entry('posts', 'none');
  expect(inputs).toEqual({ 'blog/data/posts/a.json': 'blog-17', 'blog/data/posts/none.json': '' });
});

it('returns separate content to each rendering', async () => {
  const file = { text: '[{"slug":"a","tags":["x"],"by":{"name":"y"}}]', sha256: '1' };
  const read = () =>
    createContentReader('blog', async () => file, {}).list<{ tags: string[]; by: { name: string } }>('posts');
  const first = await read();
  first[0]!.tags.push('z');
  first[0]!.by.name = 'z';
  first.pop();
  expect(await read()).toEqual(JSON.parse(file.text));
});

it('reads a changed file again', async () => {
  const posts = async (text: string) =>
    createContentReader('blog', async () => ({ text, sha256: text }), {}).list('posts');
  expect([await posts('[1]'), await posts('[2]')]).toEqual([[1], [2]]);
});

it.each(['index', '../facts', 'A', 'a/b', 'a--b', ''])('reads no file for the slug %j', async (slug) => {
  const { content, reads } = reader();
  expect([await content.entry('posts', slug), reads]).toEqual([undefined, []]);
});

it('names a missing file in the error', async () => {
  await expect(reader().content.data('none')).rejects.toThrow('The release of "blog" has no data/none.json');
});
