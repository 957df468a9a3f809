import { defineErrors } from './define-errors.ts';

/**
 * Errors of pages, for visitors and apps. docs/behaviour.md fixes some of these texts word for word.
 */
export const siteErrors = /* #__PURE__ */ defineErrors('SITE', {
  PAGE_NOT_FOUND: {
    status: 404,
    message: 'Page not found: {path}',
    why: 'No app of the site has a route for this path.',
    fix: 'Check the address, or add a route to an mfe.config.ts.',
  },
  PAGE_REFUSED: {
    status: 404,
    message: 'Page Not Found: {path}',
    why: 'A route matches, but its `validate` or a guard refused the path.',
    fix: 'Check the parameter (such as the slug) against the content of the app.',
    fatal: true,
  },
  CHUNK_FAILED: {
    status: 503,
    message: 'A part of the page could not be loaded: {name}',
    why: 'A script, a stylesheet or a remote did not load, and the page was reloaded less than 10 seconds ago.',
    fix: 'Try again. If the error persists, check that the release with this file is still leased.',
    fatal: true,
  },
  UNKNOWN_GUARD: {
    message: "Unknown route middleware: '{name}'.",
    why: 'A route or a route rule names a guard that no app declares.',
    fix: 'Declare it in `guards` of an mfe.config.ts, or correct the name.',
    fatal: true,
  },
  MANIFEST_FETCH: {
    status: 502,
    message: 'Error fetching app manifest',
    why: 'The manifest of this build (below builds/meta/) did not arrive, or is malformed.',
    fix: 'None needed: the browser fetches the manifest again when necessary. If the error persists, check the gateway.',
  },
  PAYLOAD_FETCH: {
    status: 502,
    message: 'Cannot load payload {url}',
    why: 'The data of the page did not arrive.',
    fix: 'None needed: the page is loaded as a document instead.',
  },
  ICON_LOAD: {
    status: 502,
    message: 'Failed to load icon {name}',
    why: 'No icon provider responded in time, or none has the icon. The page shows no icon.',
    fix: 'Check the name, and that its collection is bundled.',
  },
  REDIRECT_LOOP: {
    status: 508,
    message: 'Too many redirects: {path}',
    why: 'Route rules, guards or loaders redirected more than 20 times without an end, or a page to itself.',
    fix: 'Check for rules, guards or loaders that redirect to each other.',
    fatal: true,
  },
  GUARD_FAILED: {
    message: "The route middleware '{name}' failed",
    why: 'A guard threw, or returned an error.',
    fix: 'The cause is in the log.',
  },
  UNEXPECTED: {
    message: 'Something went wrong on our side.',
    why: 'An unexpected error.',
    fix: 'The cause is in the log.',
    fatal: true,
  },
});
