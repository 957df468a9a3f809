import { readFileSync } from 'node:fs';
import path from 'node:path';
import { releaseDigest } from '@voltframe/kit/contract/release/digest';
import type { Release } from '@voltframe/kit/contract/release/release';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { root } from '../../scripts/apps.ts';

const FOLDERS = { blog: 'mfe-blog', legal: 'mfe-legal', marketing: 'mfe-marketing', shell: 'shell' } as const;
export type AppName = keyof typeof FOLDERS;
export const APPS = Object.keys(FOLDERS) as AppName[];

/** A release in memory, to be changed. */
export interface Draft {
  release: Release;
  /** Path in the release → body. */
  files: Map<string, Buffer>;
  /** Text instead of the JSON of `release`, for a defect of the JSON itself. */
  manifestText?: string;
  /** The content of `release.sig`. */
  signature?: string;
}

/** @returns an app's built release. */
export function readDraft(app: AppName): Draft {
  return draftIn(path.join(root, FOLDERS[app], 'dist'));
}

/** @returns the release in a folder. */
export function draftIn(folder: string): Draft {
  const release = JSON.parse(readFileSync(path.join(folder, 'release.json'), 'utf8')) as Release;
  const files = new Map(
    Object.keys(release.files).map((file) => [file, readFileSync(path.join(folder, file))]),
  );
  return { release, files };
}

/** @returns an app's built release with code at the end of its server bundle, by default only a mark. */
export function changedDraft(app: AppName, mark: string, { code = '' } = {}): Draft {
  const draft = readDraft(app);
  server((text) => `${text}\n// ${mark}\n${code}`)(draft);
  seal(draft);
  return draft;
}

/** Updates sizes, hashes and digest to the files of the draft. */
export function seal({ release, files }: Draft): void {
  for (const [file, body] of files) release.files[file] = { sha256: sha256(body), bytes: body.length };
  release.digest = releaseDigest(release, sha256);
}

/** Changes a file by the start of its name, and removes its compressed forms, which no longer match. */
export function change(draft: Draft, start: string, edit: (text: string) => string): void {
  const [file, body] = [...draft.files].find(
    ([name]) => name.startsWith(start) && /\.(js|cjs|json)$/.test(name),
  )!;
  remove(draft, `${file}.br`, `${file}.gz`);
  draft.files.set(file, Buffer.from(edit(String(body))));
}

/** Changes a client file and its name, with all references, and removes its compressed forms. */
export function replaceFile(draft: Draft, file: string, edit: (text: string) => string): void {
  const body = Buffer.from(edit(String(draft.files.get(file))));
  const next = file.replace(/[0-9a-f]{10}(?=\.\w+$)/, sha256(body).slice(0, 10));
  remove(draft, file, `${file}.br`, `${file}.gz`);
  draft.release = JSON.parse(JSON.stringify(draft.release).replaceAll(`"${file}"`, `"${next}"`)) as Release;
  draft.files.set(next, body);
}

export function remove({ release, files }: Draft, ...names: string[]): void {
  for (const name of names) {
    files.delete(name);
    delete release.files[name];
  }
}

export const server = (edit: (text: string) => string) => (draft: Draft) =>
  change(draft, 'server/server.cjs', edit);
export const page = (code: string) => (draft: Draft) =>
  change(draft, 'client/pages.legal.terms', (text) => code + text);
/**
 * Replaces the body of the terms page in the browser only. In it `shown` is the original page, `ui` React's JSX, and
 * `mounted(effect)` an element that runs a function once it is in the document.
 */
export const browserPage = (body: string) => (draft: Draft) =>
  change(draft, 'client/pages.legal.terms', (text) => {
    const found =
      /function (\w)\(\{data:(\w)\}\)\{return(\(0,(\w)\.jsx\)\(\w\.\w,\{document:\w,other:\{[^}]*\}[^}]*\}\))\}/.exec(
        text,
      );
    if (!found) throw new Error('The terms page is built in another form');
    const [whole, name, data, element, jsx] = found;
    const code = `const shown = ${element}; const ui = ${jsx}; ${MOUNTED} ${body}`;
    return text.replace(whole, () => `function ${name}({data:${data}}){${code}}`);
  });

/** Changes the script of the blog's interactive island, which the server does not run. */
export const browserIsland = (before: RegExp, after: string) => (draft: Draft) =>
  change(draft, 'client/interactive.CodeSample', (text) => {
    const changed = text.replace(before, after);
    if (changed === text) throw new Error('The island is built in another form');
    return changed;
  });

/** A component with an effect, without the exports of React. */
const MOUNTED = `
  const mounted = (effect) => {
    globalThis.Mounted ??= class Mounted {
      constructor(props) { this.props = props; }
      componentDidMount() { this.props.effect(this); }
      componentDidUpdate() { this.props.effect(this); }
      again() { this.updater.enqueueForceUpdate(this); }
      render() { return null; }
    };
    globalThis.Mounted.prototype.isReactComponent = {};
    return ui.jsx(globalThis.Mounted, { effect });
  };`;

export const container = (edit: (text: string) => string) => (draft: Draft) =>
  change(draft, 'client/legal.', edit);
/** Replaces a loader of the legal server bundle by another body. */
export const loader = (body: string) =>
  server(
    (text) =>
      `${text}\nmodule.exports.pages['legal.terms'].server = { ...module.exports.pages['legal.terms'].server, loader: async () => { ${body} } };`,
  );
export const component = (body: string) =>
  server((text) => `${text}\nmodule.exports.pages['legal.terms'].Component = () => { ${body} };`);
export const manifest = (edit: (release: Release) => void) => (draft: Draft) => edit(draft.release);
