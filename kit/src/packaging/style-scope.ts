/**
 * The scope of an app's stylesheets that select more than its own classes: the prelude of `@scope`. The build writes it
 * and the gateway compares it, so a browser holds each selector inside.
 *
 * Its roots are the page of the app, its islands, and what its page appends to `body` (dialogs, toasts) but the
 * platform; it ends at islands, which belong to other apps or are roots themselves.
 */
export function scopePrelude(app: string): string {
  const page = `#main[data-app="${app}"]`;
  const appended = `body:has(>#app>${page})>:not(#app,#announcer,[class^="shell_"])`;
  return `([data-app="${app}"],[data-interactive="${app}"],${appended}) to ([data-island])`;
}
