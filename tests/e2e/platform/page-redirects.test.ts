import { expect } from 'vitest';
import { test } from '../site-test.ts';
import { navigate, open, shown } from './members-visit.ts';

const MINUTES = 'public, max-age=300';

test.for([
  ['its loader', '/members/list?page=9&utm_source=x', '/members/list?page=3', 307, 'Names, page 3'],
  ['its validation', '/members/notes/first?x=1', '/members/notes/1', 301, 'Note 1'],
] as const)(
  'a page redirects by %s, as a document and in the browser',
  async ([, from, to, status, heading], { siteUrl, visit }) => {
    const response = await fetch(siteUrl + from, { redirect: 'manual' });
    const { headers } = response;
    expect([response.status, headers.get('location'), headers.get('cache-control')]).toEqual([
      status,
      to,
      MINUTES,
    ]);

    const visited = await visit();
    const { page, loads } = visited;
    await open(visited, '/members');
    expect(await navigate(page, `${from}#end`)).toBe('redirected');
    expect(await shown(page)).toMatchObject({ at: `${to}#end` });
    expect((await shown(page)).heading).toContain(heading);
    expect(loads).toEqual(['/members']);
  },
);
