import type { Resource } from '@voltframe/kit/contract/page/page-server';
import { escapeHtml } from '@voltframe/kit/contract/page/escape-html';
import type { PostSummary } from './content-schemas.ts';
import { SECTION } from './section.ts';

const PATH = `${SECTION}/feed.xml`;

/** The blog as an Atom feed (RFC 4287): the summaries of all posts, newest first. */
const feed: Resource = async ({ content, site }) => {
  const posts = await content.list<PostSummary>('posts');
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<title>${escapeHtml(site.name)}: notes from the bench</title>`,
    `<id>${escapeHtml(site.url + SECTION)}</id>`,
    `<link rel="self" type="application/atom+xml" href="${escapeHtml(site.url + PATH)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeHtml(site.url + SECTION)}"/>`,
    `<updated>${instant(posts[0]?.date ?? '1970-01-01')}</updated>`,
    `<author><name>${escapeHtml(site.name)}</name></author>`,
    ...posts.map((post) => entry(post, `${site.url}${SECTION}/${post.slug}`)),
    '</feed>',
  ];
  return { type: 'application/atom+xml; charset=utf-8', body: `${lines.join('\n')}\n` };
};

function entry({ title, description, date, tags }: PostSummary, url: string): string {
  const categories = tags.map((tag) => `<category term="${escapeHtml(tag)}"/>`).join('');
  return `<entry><title>${escapeHtml(title)}</title><id>${escapeHtml(url)}</id><link href="${escapeHtml(url)}"/><updated>${instant(date)}</updated><summary>${escapeHtml(description)}</summary>${categories}</entry>`;
}

function instant(day: string): string {
  return `${day}T00:00:00Z`;
}

export default feed;
