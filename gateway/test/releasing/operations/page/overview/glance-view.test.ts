import { expect, test } from 'vitest';
import { glance } from '../../../../../src/releasing/operations/page/overview/glance-view.ts';
import { NOW, statusOf, wordsOf } from '../played-status.ts';

const bad = { tone: 'bad', app: 'blog', text: 'errors rose <b>', href: '/-/apps/blog' } as const;

test('where all is well it says so, what is live, and since when', () => {
  const words = wordsOf(glance(statusOf(), [], NOW));
  expect(words).toMatch(/^Voltframe All is well online composition 777777777777 3 releases live since/);
  expect(words).toContain('2026-11-22 16:26 UTC 4 min ago');
});

test('what there is to look at is said with whose it is, as text, and leads there', () => {
  const { text } = glance(statusOf(), [bad], NOW);
  expect(text).toContain('<h1>One thing to look at</h1>');
  expect(text).toMatch(/<li class="bad">\s*<a href="\/-\/apps\/blog">blog<\/a>: errors rose &lt;b&gt;/);
  expect(text).toMatch(/href="\/-\/apps\/blog"\s*>Look/);
  expect(glance(statusOf(), [bad, bad], NOW).text).toContain('<h1>2 things to look at</h1>');
});

test('before anything is live, that is what it says', () => {
  expect(wordsOf(glance(statusOf({ composition: null, apps: [] }), [], NOW))).toBe(
    'Voltframe Nothing is live yet',
  );
});
