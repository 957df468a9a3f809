import { expect, test } from 'vitest';
import { parseReleaseSources } from '../../../src/platform/settings/named-sources.ts';

const own = [{ app: 'blog', type: 'folder' as const, folder: './mfe-blog' }];

test('releases come from folders and origins, by app', () => {
  expect(
    parseReleaseSources('shell=http://shell:8080, news=https://news.example, blog=./mfe-blog', []),
  ).toEqual({
    sources: [
      { app: 'shell', type: 'origin', url: 'http://shell:8080' },
      { app: 'news', type: 'origin', url: 'https://news.example' },
      { app: 'blog', type: 'folder', folder: './mfe-blog' },
    ],
    issues: [],
  });
});

test.each([
  ['not set, those of the checkout', undefined, own],
  ['none, only what is pushed', 'none', []],
])('where they are %s', (_, text, sources) => {
  expect(parseReleaseSources(text, own)).toEqual({ sources, issues: [] });
});

test('each that is none is named', () => {
  const { issues } = parseReleaseSources('blog,Shell=x,docs=./docs', []);
  expect(issues.map((issue) => issue.slice(0, 17))).toEqual(['RELEASES: "blog" ', 'RELEASES: "Shell=']);
});
