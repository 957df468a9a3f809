import { defineErrors } from '@voltframe/kit/errors/define-errors';

/** Errors of the operations port: tokens and keys. */
export const operationsErrors = defineErrors('GW', {
  UNEXPECTED: {
    status: 500,
    message: 'Something went wrong in the gateway. The cause is in its log.',
    why: 'An unexpected error occurred at the operations port.',
    fix: 'Find the request in the log and report it.',
  },
  TOKEN_REFUSED: {
    status: 401,
    message: 'This token may not do that.',
    why: 'The token is missing, unknown, revoked or expired. The response does not say which.',
    fix: 'Use a token with this permission (mfe token create).',
  },
  TOKEN_RIGHT: {
    status: 403,
    message: 'This token is {holder}; this call needs {needed}',
    why: 'A team has permissions for its own app. Keys, freezes and retirements are for operators.',
    fix: 'Use a token with this permission (mfe token create).',
  },
  LAST_OPERATOR: {
    status: 409,
    message: 'This is the last operator token',
    why: 'An operator token is necessary to create another one here.',
    fix: 'Create another operator token first.',
  },
  TOKEN_UNKNOWN: {
    status: 404,
    message: 'There is no such token',
    why: 'The token does not exist or was revoked.',
    fix: 'See mfe token list.',
  },
  KEY_UNKNOWN: {
    status: 404,
    message: '{app} has no such key',
    why: 'The key was not added for this app, or was revoked or deleted.',
    fix: 'See mfe key list.',
  },
  KEY_TAKEN: {
    status: 409,
    message: 'This key was added for {app} before',
    why: 'A revoked or expired key cannot be added again.',
    fix: 'See mfe key list. Create a new pair with mfe key.',
  },
});
