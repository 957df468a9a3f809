import { defineErrors } from '@voltframe/kit/errors/define-errors';

/** Errors of changes of releases; refused releases have their own catalogue (kit: admission-errors.ts). */
export const releasingErrors = defineErrors('GW', {
  CONTRACT_NEWER: {
    status: 503,
    message: 'The site is being updated.',
    why: 'The live release of {app} is built for contract {contract}; this gateway ({own}) serves {accepted}.',
    fix: 'Update this gateway, or roll {app} back: mfe rollback {app}. Until then the gateway serves its earlier composition.',
  },
  PREVIEW_UNKNOWN: {
    status: 404,
    message: '{apps} has no such preview',
    why: 'The preview has ended or belongs to another app, or the digits match several previews.',
    fix: 'mfe preview list shows the names and ids.',
  },
  APP_UNKNOWN: {
    status: 404,
    message: 'There is no app {app} on the site.{meant}',
    why: 'The app has no live release.',
    fix: 'mfe status lists the apps.',
  },
  RELEASE_UNKNOWN: {
    status: 404,
    message: 'No admitted release {release} of {app}',
    why: 'The release is unknown, refused, no longer stored, or was withdrawn before it was live.',
    fix: 'mfe releases lists the stored releases. mfe promote checks and activates any of them.',
  },
  RELEASE_KEPT: {
    status: 404,
    message: 'There is no stored release {release} of {app}',
    why: 'The release was never sent to this gateway, or its preview has ended.',
    fix: 'See mfe releases {app}. To copy it from another gateway: mfe promote {app} {release} --from its address.',
  },
  RELEASE_AMBIGUOUS: {
    status: 409,
    message: 'The digits {release} match several releases of {app}: {fitting}',
    why: 'Several releases of the app begin with these digits.',
    fix: 'Use more digits.',
  },
  NO_EARLIER_RELEASE: {
    status: 409,
    message: 'There is no earlier release of {app} to go back to',
    why: 'This is the first release, or the earlier one is no longer stored.',
    fix: 'Choose a release of mfe releases {app}.',
  },
  NOTHING_WAITS: {
    status: 409,
    message: 'No release of {app} is waiting',
    why: 'All its releases are live, replaced, refused or withdrawn.',
    fix: 'To leave the live release: mfe rollback {app}.',
  },
  NOT_PINNED: {
    status: 409,
    message: '{app} is not pinned',
    why: 'There is no pin to end.',
    fix: 'Nothing to do.',
  },
  NOT_FROZEN: {
    status: 409,
    message: 'The site is not frozen',
    why: 'There is no freeze to end.',
    fix: 'Nothing to do.',
  },
  SHELL_STAYS: {
    status: 409,
    message: 'The shell cannot be retired',
    why: 'Every page needs it.',
    fix: 'Retire remotes only.',
  },
  ADMISSION_REPLACED: {
    status: 409,
    message: 'A newer {kind} of {apps} replaced this one while it waited',
    why: 'Of the publishes of an app, the checks of a token and the previews of an app only the newest waits.',
    fix: 'None: the newer one is checked next. To check this release too, send it again afterwards.',
  },
  RETIRE_REFUSED: {
    status: 409,
    message: '{app} cannot be retired: {reason}',
    why: 'Other apps of the site depend on it.',
    fix: 'First publish releases of the other apps that do not need it.',
  },
});
