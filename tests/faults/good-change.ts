import { createHash } from 'node:crypto';
import type { Release } from '@voltframe/kit/contract/release/release';
import { type AppName } from './good-release.ts';
import { type Draft, seal } from './draft-release.ts';

/** What a team changes day by day: a text of a page, as its content or as its code. */
interface Change {
  /** Page that shows it. */
  path: string;
  apply(draft: Draft, mark: string): void;
}

const CHANGES: Record<AppName, Change> = {
  legal: {
    path: '/terms',
    apply: (draft, mark) => content(draft, 'data/documents/terms.json', (page) => (page['title'] = mark)),
  },
  marketing: {
    path: '/about',
    apply: (draft, mark) => content(draft, 'data/about.json', (page) => (page['title'] = mark)),
  },
  blog: {
    path: '/blog',
    apply: (draft, mark) =>
      content(draft, 'data/posts/index.json', (posts) => {
        const [post] = posts as unknown as { slug: string; title: string }[];
        post!.title = mark;
        content(draft, `data/posts/${post!.slug}.json`, (page) => (page['title'] = mark));
      }),
  },
  // The layout is code: in the server's bundle and in the browser's, which gets another name with it.
  shell: {
    path: '/',
    apply(draft, mark) {
      const edit = (body: Buffer): Buffer => Buffer.from(String(body).replaceAll('INIT_PROJECT()', mark));
      draft.files.set('server/server.cjs', edit(draft.files.get('server/server.cjs')!));
      const { entry } = draft.release.client;
      replaceScript(draft, entry, edit(draft.files.get(entry)!));
    },
  },
};

/** Changes something that visitors see. @returns the page that shows `mark` once the release is live */
export function changeVisibly(app: AppName, draft: Draft, mark: string): string {
  const { path, apply } = CHANGES[app];
  apply(draft, mark);
  seal(draft);
  return path;
}

function content(draft: Draft, file: string, edit: (value: Record<string, unknown>) => void): void {
  const value = JSON.parse(String(draft.files.get(file))) as Record<string, unknown>;
  edit(value);
  draft.files.set(file, Buffer.from(JSON.stringify(value)));
}

/** A script is named after its bytes: every mention follows, and its compressed bodies go. */
function replaceScript(draft: Draft, file: string, body: Buffer): void {
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 10);
  const next = file.replace(/[0-9a-f]{10}\.js$/, `${digest}.js`);
  for (const gone of [file, `${file}.br`, `${file}.gz`]) {
    draft.files.delete(gone);
    delete draft.release.files[gone];
  }
  const renamed = JSON.stringify(draft.release).replaceAll(`"${file}"`, `"${next}"`);
  draft.release = JSON.parse(renamed) as Release;
  draft.files.set(next, body);
}
