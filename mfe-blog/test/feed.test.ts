import { expect, it } from 'vitest';
import feed from '../src/feed.ts';

const site = { name: 'A & B', url: 'https://example.com' };
const post = {
  slug: 'one',
  title: 'Less < more',
  description: 'Why "less" is more.',
  date: '2026-02-10',
  tags: ['robotics'],
};

function read(posts: unknown[]) {
  const content = { list: async () => posts };
  return feed({ site, content, path: '/blog/feed.xml' } as never);
}

it('lists every post with an absolute address and its day', async () => {
  const { type, body } = await read([post]);
  expect(type).toBe('application/atom+xml; charset=utf-8');
  expect(body).toContain('<link href="https://example.com/blog/one"/>');
  expect(body).toContain('<updated>2026-02-10T00:00:00Z</updated>');
  expect(body).toContain('<category term="robotics"/>');
  expect(body).toContain('<author><name>A &amp; B</name></author>');
});

it('escapes the content and the configuration', async () => {
  const { body } = await read([post]);
  expect(body).toContain('Less &lt; more');
  expect(body).toContain('A &amp; B');
});

it('is a valid empty feed without posts', async () => {
  expect((await read([])).body).toMatch(/<updated>1970-01-01T00:00:00Z<\/updated>[\s\S]*<\/feed>\n$/);
});
