import { defineErrors } from './define-errors.ts';

/** Errors of an origin (`mfe serve`). */
export const originErrors = defineErrors('ORIGIN', {
  NOT_FOUND: {
    status: 404,
    message: 'Not found',
    why: 'An origin serves release.json, the files that it names, and /health; nothing else of its folder.',
    fix: 'Ask for one of these.',
  },
  NO_RELEASE: {
    status: 503,
    message: 'There is no release here yet',
    why: 'The folder has no release.json that can be read: {reason}',
    fix: 'Build the app; what it writes is served at once.',
  },
  UNEXPECTED: {
    status: 500,
    message: 'This origin failed',
    why: 'A file of the release could not be read.',
    fix: 'Check the disk and the rights of the folder; the gateway serves its own copy meanwhile.',
  },
});
