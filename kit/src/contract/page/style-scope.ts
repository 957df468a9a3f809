/**
 * The scope of an app's stylesheets that select more than its own classes: the prelude of `@scope`. The build writes it
 * and the gateway compares it, so a browser holds each selector inside.
 *
 * Its roots are the page of the app, its islands, and what these append to `body` (dialogs, toasts); it ends at
 * islands, which belong to other apps or are roots themselves. Browsers mark what an interactive island appends
 * (shell/src/islands/portal-roots.ts).
 */
export function scopePrelude(app: string): string {
  return preludeOf(`[data-app="${app}"]`, `[data-interactive="${app}"]`);
}

/** @returns the scope of all apps of a document together: not the layout, and no app without a mark. */
export function everyScopePrelude(): string {
  return preludeOf('[data-app]:not([data-app=""])', '[data-interactive]');
}

function preludeOf(page: string, island: string): string {
  const appended = `body:has(>#app>#main${page})>:not(#app,#announcer,[class^="shell_"],[data-interactive])`;
  return `(${page},${island},${appended}) to ([data-island])`;
}

/** What stands for `html`, `body` and `:root` in a selector. */
export interface Roots {
  /** For `:root`. */
  root: string;
  /** For `html` and `body`, with the weight of a type selector. */
  element: string;
  /** For these with a condition, which the element of the document has: `html.dark`. Without weight. */
  inside: string;
}

/** All roots of the scope, for what elements take from `body`. */
export const ROOTS: Roots = rootsOf(':scope');
/** Those that are not appended to `body`: a dialog has not the position, the size and the ground of `body`. */
export const PAGE_ROOTS: Roots = {
  ...rootsOf(':scope:not(body>*)'),
  root: ':scope:where(:not(body>*))',
};

function rootsOf(root: string): Roots {
  return { root, element: `:is(html,:where(${root}))`, inside: `:where(${root})` };
}

/** Custom properties, and those that elements take from what is around them. */
const INHERITED = new RegExp(
  `^(?:--.*|${[
    '(?:-webkit-|-moz-)?(?:user-select|(?:osx-)?font-smoothing|text-size-adjust|print-color-adjust)',
    '-webkit-(?:tap-highlight-color|text-(?:fill-color|stroke.*))',
    'text-(?:align.*|anchor|emphasis.*|indent|justify|orientation|rendering|shadow|transform|underline-.*|wrap.*)',
    'color(?:-scheme)?|font(?:-.*)?|letter-spacing|line-(?:break|height)|list-style.*|quotes|tab-size|direction',
    'word-(?:break|spacing|wrap)|overflow-wrap|white-space.*|hyphen.*|widows|orphans|writing-mode|image-rendering',
    'accent-color|caret-color|cursor|pointer-events|scrollbar-color|visibility|fill.*|stroke.*|paint-order',
    'border-(?:collapse|spacing)|caption-side|empty-cells',
  ].join('|')})$`,
  'i',
);

/** @returns whether a property of `body` reaches all that is in it. */
export function isInherited(property: string): boolean {
  return INHERITED.test(property);
}
