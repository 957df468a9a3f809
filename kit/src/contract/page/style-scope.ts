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
