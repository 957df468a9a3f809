import { createHash } from 'node:crypto';
import type { Release } from '@voltframe/kit/contract/release/release';
import { type AppName } from './good-release.ts';
import { type Draft, seal } from './draft-release.ts';

/** A common change of a team: a text of a page, in its content or its code. */
interface Change {
  /** Page that shows it. */
  path: string;
  apply(draft: Draft, mark: string): void;
}

const CHANGES: Record<AppName, Change> = {
  legal: {
    path: '/terms',
    apply: (draft, mark) => editData(draft, 'data/documents/terms.json', (page) => (page['title'] = mark)),
  },
  marketing: {
    path: '/about',
    apply: (draft, mark) => editData(draft, 'data/about.json', (page) => (page['title'] = mark)),
  },
  blog: {
    path: '/blog',
    apply: (draft, mark) =>
      editData<{ slug: string; title: string }[]>(draft, 'data/posts/index.json', ([post]) => {
        post!.title = mark;
        editData(draft, `data/posts/${post!.slug}.json`, (page) => (page['title'] = mark));
      }),
  },
  // The layout is code: in the server bundle and in the script for browsers, whose name changes with it.
  shell: {
    path: '/',
    apply(draft, mark) {
      const edit = (text: string): string => text.replaceAll('INIT_PROJECT()', mark);
      for (const file of ['server/server.cjs', draft.release.client.entry]) replaceFile(draft, file, edit);
    },
  },
};

/** Changes a visible text. @returns the page that shows `mark` when the release is live */
export function changeVisibly(app: AppName, draft: Draft, mark: string): string {
  const { path, apply } = CHANGES[app];
  apply(draft, mark);
  seal(draft);
  return path;
}

/** Changes a file of the app's content. */
export function editData<Value = Record<string, unknown>>(
  draft: Draft,
  file: string,
  edit: (value: Value) => void,
): void {
  const value = JSON.parse(String(draft.files.get(file))) as Value;
  edit(value);
  draft.files.set(file, Buffer.from(JSON.stringify(value)));
}

/** Changes a client file and its name, with all references, and removes its compressed forms. */
export function replaceFile(draft: Draft, file: string, edit: (text: string) => string): void {
  const body = Buffer.from(edit(String(draft.files.get(file))));
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 10);
  const next = file.replace(/[0-9a-f]{10}(?=\.\w+$)/, digest);
  for (const gone of [file, `${file}.br`, `${file}.gz`]) {
    draft.files.delete(gone);
    delete draft.release.files[gone];
  }
  draft.release = JSON.parse(JSON.stringify(draft.release).replaceAll(`"${file}"`, `"${next}"`)) as Release;
  draft.files.set(next, body);
}
