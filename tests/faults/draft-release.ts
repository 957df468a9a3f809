import { canonicalJson } from '@voltframe/kit/contract/release/digest';
import type { Release } from '@voltframe/kit/contract/release/release';
import { sha256 } from '@voltframe/kit/packaging/sha256';

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

/** Updates sizes, hashes and digest to the files of the draft. */
export function seal(draft: Draft): void {
  for (const [path, body] of draft.files)
    draft.release.files[path] = { sha256: sha256(body), bytes: body.length };
  const { digest: _, ...content } = draft.release;
  draft.release.digest = sha256(canonicalJson(content));
}

/** Changes a file by the start of its name, and removes its compressed forms, which no longer match. */
export function change(draft: Draft, start: string, edit: (text: string) => string): void {
  const [path, body] = [...draft.files].find(
    ([name]) => name.startsWith(start) && /\.(js|cjs|json)$/.test(name),
  )!;
  draft.files.set(path, Buffer.from(edit(String(body))));
  for (const suffix of ['.br', '.gz']) {
    draft.files.delete(path + suffix);
    delete draft.release.files[path + suffix];
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
  change(draft, 'client/interactive.WasHelpful', (text) => {
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
