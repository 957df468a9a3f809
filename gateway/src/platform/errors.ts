import { defineErrors } from '@voltframe/kit/errors/define-errors';

/**
 * Errors that several wings use, and those of the database and the settings; refused releases have their own catalogue
 * (kit: admission-errors.ts).
 */
export const gatewayErrors = defineErrors('GW', {
  SETTING_INVALID: {
    status: 500,
    message: 'The gateway does not start: {name} is wrong.',
    why: 'Setting {name}: {reason}. docs/operations.md lists all settings.',
    fix: '{fix}',
  },
  DATABASE_NEWER: {
    status: 500,
    message: 'The gateway does not start: the database is used by a newer version: {newer}. This is {own}.',
    why: 'Version {newer} made the change {step}, with which earlier versions cannot use the database.',
    fix: 'Run version {newer} or a later one. To go back, restore the backup from before the update: docs/upgrade.md.',
  },
  DATABASE_UNRELEASED: {
    status: 500,
    message: 'The gateway does not start: a version before 1.0.0 wrote {place}.',
    why: 'The tables of versions before 1.0.0 cannot be brought up to date. Nothing was changed.',
    fix: 'Use an empty data folder or database, and publish the apps again.',
  },
  NO_SITE: {
    status: 404,
    message: 'There is no site in {place}',
    why: 'A command acts on the data of an existing site. No gateway has stored data there.',
    fix: 'Start the site first, or run the command with the settings of the gateway: DATA_DIR, DATABASE_URL, DATABASE_URL_FILE.',
  },
  BACKUP_IN_DATABASE: {
    status: 409,
    message:
      'The state of this site is in PostgreSQL (DATABASE_URL): a copy of the data folder is no backup of it.',
    why: 'With DATABASE_URL the data folder is only a cache. Releases, form entries, CVs and secrets are in PostgreSQL.',
    fix: 'Run pg_dump -Fc "$DATABASE_URL" > site.dump instead: docs/operations.md, Back up and restore.',
  },
  BACKUP_UNSOUND: {
    status: 422,
    message: 'The backup {file} cannot be restored: {reason}',
    why: 'The archive is cut off or damaged, or it lacks the database or files that the site needs.',
    fix: 'Keep an earlier backup, make another one, and verify that.',
  },
  DATABASE_AWAY: {
    status: 503,
    // Visitors read the message, operators the fix.
    message: 'The database cannot be used now: nothing can be read from it or changed.',
    statusMessage: 'Service Unavailable',
    why: 'The database at {database} does not respond, closes connections, or accepts no writes ({reason}). The gateway still serves the live composition.',
    fix: 'Try again when the database at {database} responds ({reason}). An operator checks it, its disk and the network; mfe status shows the time.',
  },
  OBJECT_STORE_AWAY: {
    status: 503,
    message: 'A file of the site cannot be stored or read now.',
    statusMessage: 'Service Unavailable',
    why: 'The object store {store} does not respond or refuses a call ({reason}). The gateway still serves the files that it has on its disk.',
    fix: 'Try again when {store} responds ({reason}). An operator checks BLOB_STORE, its credentials and the network.',
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
    why: 'No route of the gateway has this address.',
    fix: 'See the list of addresses in docs/http.md.',
  },
});
