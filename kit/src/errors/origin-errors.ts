import { defineErrors } from './define-errors.ts';

/** Errors of an origin (`mfe serve`). */
export const originErrors = defineErrors('ORIGIN', {
  NOT_FOUND: {
    status: 404,
    message: 'Not found',
    why: 'An origin serves only release.json, the files in it, and /health.',
    fix: 'Request one of these.',
  },
  NO_RELEASE: {
    status: 503,
    message: 'There is no release here yet',
    why: 'The folder has no readable release.json: {reason}',
    fix: 'Build the app. The origin serves the build immediately.',
  },
  UNEXPECTED: {
    status: 500,
    message: 'This origin failed',
    why: 'A file of the release could not be read.',
    fix: 'Check the disk and the permissions of the folder. The gateway serves its own copy meanwhile.',
  },
});
