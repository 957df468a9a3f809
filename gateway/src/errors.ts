import { defineErrors } from '@voltframe/kit/errors/define-errors';

/** What goes wrong in the gateway itself; refused releases have their own catalogue (kit: admission-errors.ts). */
export const gatewayErrors = defineErrors('GW', {
  RENDER_TIMEOUT: {
    status: 503,
    message: 'The page could not be put together in time.',
    why: 'Rendering ({what}) took longer than {limit} ms; its process was ended and started again.',
    fix: 'Look for a loop or a slow loader in the app that owns the page; RENDER_TIMEOUT sets the limit.',
  },
  RENDER_ENDED: {
    status: 503,
    message: 'The page could not be put together.',
    why: 'The render process ended before it answered: {reason}.',
    fix: 'Look at the log for the app that brings it down; the process is started again by itself.',
  },
  RENDER_LOAD: {
    status: 503,
    message: 'The page could not be put together.',
    why: 'The server bundles of this composition do not load: {reason}.',
    fix: 'Correct the app that the reason names and publish it again.',
  },
  RENDER_FAILED: {
    status: 500,
    message: 'Something went wrong on our side.',
    why: 'A component or loader threw: {reason}',
    fix: 'Correct the app that owns the page and publish it again.',
  },
  NO_COMPOSITION: {
    status: 503,
    message: 'The site is starting.',
    why: 'No release of the shell has been admitted yet, so there is nothing to serve.',
    fix: 'Build the apps, or publish them; the log names what was refused.',
  },
  COMPOSITION_GONE: {
    status: 503,
    message: 'This version of the site is no longer kept.',
    why: 'The request names a composition whose lease has ended, or that cannot be started right now.',
    fix: 'Load the page anew; RELEASE_LEASE sets how long old compositions are kept.',
  },
  ASSET_NOT_FOUND: {
    status: 404,
    message: 'No such file.',
    why: 'No live or leased composition has this file.',
    fix: 'Load the page anew.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'This address does not accept {method}.',
    why: 'Pages and their data are only read.',
    fix: 'Use one of the methods of the Allow header.',
  },
  BAD_REQUEST: {
    status: 400,
    message: 'This request cannot be understood.',
    why: 'The address or a header is malformed: {reason}',
    fix: 'Correct the address.',
  },
  NOT_FOUND: {
    status: 404,
    message: 'There is nothing at this address.',
    why: 'No part of the gateway answers it.',
    fix: 'See the list of addresses in docs/architecture.md.',
  },
  ISLAND_NAME: {
    status: 400,
    message: 'Invalid island component name',
    why: 'The key of the address is not a name, an underscore and a hash.',
    fix: 'Let the Island component of the kit make the address.',
  },
  ISLAND_PROPS: {
    status: 400,
    message: 'Invalid island request props',
    why: '{reason}',
    fix: 'Props are a JSON object.',
  },
  ISLAND_HASH: {
    status: 400,
    message: 'Invalid island request hash',
    why: 'The hash of the key is not that of the name and props.',
    fix: 'Let the Island component of the kit make the address.',
  },
  ISLAND_TOO_LARGE: {
    status: 413,
    message: 'Island request props too large',
    why: 'Props are limited to 64 KiB.',
    fix: 'Pass an identifier instead of the data itself.',
  },
  ISLAND_NOT_FOUND: {
    status: 404,
    message: 'Island component not found: {name}',
    why: 'No app of this composition has an island of that name.',
    fix: "Declare it in its app's mfe.config.ts.",
  },
  ICON_REQUEST: {
    status: 400,
    message: 'Invalid icon request',
    why: '{reason}',
    fix: 'Ask for /api/_nuxt_icon/lucide.json?icons=check,x with lower-case names.',
  },
  ICON_COLLECTION_NOT_FOUND: {
    status: 404,
    message: 'No such icon collection',
    why: 'The collection {collection} is not bundled and no fallback is configured.',
    fix: 'Use a bundled collection, or set ICON_FALLBACK_URL.',
  },
  ICON_FALLBACK_FAILED: {
    status: 502,
    message: 'Failed to fetch fallback icon',
    why: 'The public icon service did not answer: {reason}',
    fix: 'Bundle the icon; the service is a convenience, not a dependency.',
  },
});
