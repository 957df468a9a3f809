import { defineErrors } from './define-errors.ts';

/** Errors of quotas, for the publishing team. Each app has its own quota. */
export const quotaErrors = defineErrors('QUOTA', {
  DAY: {
    status: 429,
    message:
      '{app} has added {used} of new files within a day, and this release has {bytes} more; there is room for it in {wait}',
    why: 'An app can add {limit} of new files a day (RELEASE_DAY_MB). Files that the site already has do not count.',
    fix: 'Wait, or ask an operator to raise RELEASE_DAY_MB. Rollbacks have no limit.',
  },
  RELEASE: {
    status: 413,
    message: 'This release of {app} has {bytes} of new files, more than {limit}',
    why: 'RELEASE_DAY_MB limits the new files of an app within a day. This release alone exceeds the limit.',
    fix: 'Move large files out of the release, or ask an operator to raise RELEASE_DAY_MB.',
  },
  PREVIEWS: {
    status: 429,
    message: '{app} has {limit} previews with names; the first of them ends in {wait}',
    why: 'PREVIEWS_PER_APP limits the previews of an app. A new preview replaces the oldest one without a name. All previews of the app have names.',
    fix: 'End one with mfe preview end, reuse a name, or ask an operator to raise PREVIEWS_PER_APP.',
  },
  PREVIEW_BYTES: {
    status: 429,
    message:
      'The previews of {app} hold {used}, and this one has {bytes} more; there is room for it in {wait}',
    why: 'The previews of an app can have {limit} of files that are not live.',
    fix: 'End one (mfe preview end), or wait.',
  },
  PREVIEW: {
    status: 413,
    message: 'This preview of {app} has {bytes} that is not live, more than {limit}',
    why: 'The previews of an app can have this size of files that are not live. This preview alone exceeds it.',
    fix: 'Move large files out of the release, or publish it.',
  },
  DISK: {
    status: 507,
    message: 'The disk of the gateway is almost full: {free} are free, and {reserve} are reserved for forms',
    why: 'Below the reserve (DISK_RESERVE_MB) the gateway writes only enquiries, no releases, previews or renderings.',
    fix: 'An operator frees space on the disk of DATA_DIR or uses a larger disk. Then publish again.',
  },
  MEMORY: {
    status: 507,
    message:
      'The gateway has too little memory to check this release: it may use {limit} and would need {needed} ({gateway} the gateway, {processes} its render processes, {checks} the checks, {system} the system)',
    why: 'Gateway, render processes and one admission must fit into the memory limit of the container. Otherwise the system would end a process or the container.',
    fix: 'An operator raises the memory limit of the container (docs/operations.md, Memory) or sets ADMISSION_HYDRATION=0. Then publish again.',
  },
});
