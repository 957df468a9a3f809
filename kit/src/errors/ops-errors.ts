import { defineErrors } from './define-errors.ts';

/** Errors of the operations port and of the calls below `/-/` of the site. */
export const opsErrors = defineErrors('OPS', {
  CHECK_OR_PREVIEW: {
    status: 400,
    message: 'Either check or preview, not both',
    why: 'A check keeps nothing, a preview keeps the candidate.',
    fix: 'Leave one of them out.',
  },
  TOO_MANY_FAILURES: {
    status: 429,
    message: 'Too many failed attempts from this address',
    why: 'Attempts with tokens that do not work are limited for each address.',
    fix: 'Wait a minute, then use a token that works: mfe token list shows which there are.',
  },
  HOST_UNKNOWN: {
    status: 421,
    message: 'The operations port does not answer to the name {host}',
    why: 'A page of another site whose name is made to lead to this port (DNS rebinding) could otherwise call it. It answers to IP addresses, localhost, OPS_HOST and the names in OPS_HOSTS.',
    fix: 'Use an IP address or localhost; or have an operator add the name to OPS_HOSTS.',
  },
  PUSHES: {
    status: 429,
    message: 'Too many packs are arriving: {reason}',
    why: 'At most {ofApp} packs of an app and {inAll} in all are received at a time, so that none keeps the others out.',
    fix: 'Send it again when another one has arrived; look for a build that sends the same app several times.',
  },
  PUSH_STALLED: {
    status: 408,
    message: 'The pack stopped arriving: {reason}',
    why: 'A pack that arrives at a crawl keeps others out.',
    fix: 'Send it again; look at the network between the two sides if it stays.',
  },
  FOREIGN_ORIGIN: {
    status: 403,
    message: 'This form was not sent by the operations page',
    why: 'Changes are taken from the pages of this port only, so that no other site can make a browser send them.',
    fix: 'Open the operations page and do it there.',
  },
  NOT_YOURS: {
    status: 403,
    message: 'You may not do that',
    why: 'Your token is of a team, which acts on its own app only.',
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
    message: 'This mfe is of contract {contract}; the gateway takes {oldest} to {newest}',
    why: 'What mfe sends and expects would not be what this gateway reads and answers: it takes its own version of the contract between kit and gateway, and the two before it.',
    fix: 'Install the kit of this gateway: npm install <its operations port>/-/packages/{kit}. mfe rollback, withdraw, status and releases go on without it.',
  },
  ERROR_UNKNOWN: {
    status: 404,
    message: 'No error {id} is kept',
    why: 'Errors are kept for a while after they were last seen, and shown to the team of their app and to operators.',
    fix: 'Check the id: 8 characters, as the error screen shows it. mfe errors lists what there is; an operator sees all apps.',
  },
  PACKAGE_UNKNOWN: {
    status: 404,
    message: 'There is no package {file} here; there is {there}',
    why: 'The gateway hands out the packages in its PACKAGES_DIR, by their whole names.',
    fix: 'Take one that is there. An operator makes those of this version with npm run pack.',
  },
  REPORT_INVALID: {
    status: 400,
    message: 'This is not a report',
    why: '{reason}',
    fix: 'Reports are sent by the shell, as contract/reports/view-report.ts of the kit says.',
  },
  REPORT_TOO_MANY: {
    status: 429,
    message: 'Too many reports',
    why: 'Reports are limited for each address and in total.',
    fix: 'Nothing to do: those that were taken are enough to act on.',
  },
});
