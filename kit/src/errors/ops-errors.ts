import { defineErrors } from './define-errors.ts';

/** Errors of the operations port and of the calls below `/-/` of the site. */
export const opsErrors = defineErrors('OPS', {
  CHECK_OR_PREVIEW: {
    status: 400,
    message: 'Either check or preview, not both',
    why: 'A check stores nothing, and a preview stores the candidate.',
    fix: 'Remove one of them.',
  },
  TOO_MANY_FAILURES: {
    status: 429,
    message: 'Too many failed attempts from this address',
    why: 'Attempts with invalid tokens are limited for each address.',
    fix: 'Wait a minute, then use a valid token. mfe token list lists the tokens.',
  },
  HOST_UNKNOWN: {
    status: 421,
    message: 'The operations port does not answer to the name {host}',
    why: 'This check prevents DNS rebinding by other sites. Accepted hosts are IP addresses, localhost, OPS_HOST and the names in OPS_HOSTS.',
    fix: 'Use an IP address or localhost, or ask an operator to add the name to OPS_HOSTS.',
  },
  PUSHES: {
    status: 429,
    message: 'Too many packs are arriving: {reason}',
    why: 'The gateway receives at most {ofApp} packs of an app and {inAll} in all at a time.',
    fix: 'Send the pack again when another one has arrived. Check whether a build sends the same app several times.',
  },
  PUSH_STALLED: {
    status: 408,
    message: 'The pack stopped arriving: {reason}',
    why: 'A slow pack blocks other packs.',
    fix: 'Send the pack again. If the error persists, check the network.',
  },
  FOREIGN_ORIGIN: {
    status: 403,
    message: 'This form was not sent by the operations page',
    why: 'The gateway accepts changes only from pages of this port, so that other sites cannot send them through a browser.',
    fix: 'Use the operations page.',
  },
  NOT_YOURS: {
    status: 403,
    message: 'You have no permission for this',
    why: 'A team token has permissions only for its own app.',
    fix: 'Ask an operator.',
  },
  PAGE_UNKNOWN: {
    status: 404,
    message: 'There is no such page',
    why: 'No page of the operations port has this address.',
    fix: 'Start at the overview.',
  },
  CONTRACT: {
    status: 409,
    message: 'This mfe is of contract {contract}; the gateway takes {accepted}',
    why: 'A gateway accepts its own version of the contract between kit and gateway, and the one before it.',
    fix: 'Install the kit of this gateway: npm install <its operations port>/-/packages/{kit}. mfe rollback, withdraw, status and releases work without it.',
  },
  ERROR_UNKNOWN: {
    status: 404,
    message: 'There is no stored error {id}',
    why: 'The gateway stores errors for a limited time after their last occurrence. The team of the app and operators see them.',
    fix: 'Check the id: the error screen shows 8 characters. mfe errors lists the errors; an operator sees all apps.',
  },
  PACKAGE_UNKNOWN: {
    status: 404,
    message: 'There is no package {file}; available: {there}',
    why: 'The gateway serves the packages in its PACKAGES_DIR by their full names.',
    fix: 'Use a listed package. An operator creates the packages of this version with npm run pack.',
  },
  REPORT_INVALID: {
    status: 400,
    message: 'This is not a report',
    why: '{reason}',
    fix: 'Send reports as contract/reports/view-report.ts of the kit defines them.',
  },
  REPORT_TOO_MANY: {
    status: 429,
    message: 'Too many reports',
    why: 'Reports are limited for each address and in total.',
    fix: 'Nothing to do: the accepted reports are sufficient.',
  },
});
