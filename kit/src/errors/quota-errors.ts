import { defineErrors } from './define-errors.ts';

/** Errors of quotas, for the publishing team. Each app has its own quota. */
export const quotaErrors = defineErrors('QUOTA', {
  DAY: {
    status: 429,
    message:
      '{app} has taken in {used} of new files within a day, and this release has {bytes} more; there is room for it in {wait}',
    why: 'An app may bring {limit} of new files a day (RELEASE_DAY_MB), so that none fills the disk that all share. Files that the site already has do not count.',
    fix: 'Wait, or ask an operator to raise RELEASE_DAY_MB. Rolling back is not limited.',
  },
  RELEASE: {
    status: 413,
    message: 'This release of {app} has {bytes} of new files, more than {limit}',
    why: 'An app may bring so much within a day (RELEASE_DAY_MB), and this release alone has more.',
    fix: 'Move large files out of the release, or ask an operator to raise RELEASE_DAY_MB.',
  },
  PREVIEWS: {
    status: 429,
    message: '{app} has {limit} previews with names; the first of them ends in {wait}',
    why: 'Previews are kept with all their files (PREVIEWS_PER_APP). The oldest one without a name makes room, and there is none.',
    fix: 'End one: mfe preview end. Or ask an operator to raise PREVIEWS_PER_APP. A name can be used again without a limit.',
  },
  PREVIEW_BYTES: {
    status: 429,
    message:
      'The previews of {app} hold {used}, and this one has {bytes} more; there is room for it in {wait}',
    why: 'The previews of an app may hold {limit} together that is not live (PREVIEW_MB).',
    fix: 'End one (mfe preview end), or ask an operator to raise PREVIEW_MB.',
  },
  PREVIEW: {
    status: 413,
    message: 'This preview of {app} has {bytes} that is not live, more than {limit}',
    why: 'The previews of an app may hold so much together (PREVIEW_MB), and this one alone has more.',
    fix: 'Move large files out of the release, or ask an operator to raise PREVIEW_MB.',
  },
  DISK: {
    status: 507,
    message:
      'The disk of the gateway is almost full: {free} are free, and {reserve} stay for what visitors send',
    why: 'Below the reserve (DISK_RESERVE_MB) no release, preview or rendering is written, so that enquiries still are.',
    fix: 'An operator makes room where DATA_DIR is, or gives it a larger disk; then publish again.',
  },
  MEMORY: {
    status: 507,
    message:
      'The gateway has too little memory to check this release: it may use {limit} and would need {needed} ({gateway} the gateway, {processes} its render processes, {checks} the checks, {system} the system)',
    why: 'Gateway, render processes and one admission have to fit the limit of the container. Otherwise the system would end one of them, or the whole container.',
    fix: 'An operator raises the memory limit of the container (docs/operations.md, Memory), or sets ADMISSION_HYDRATION=0; then publish again.',
  },
});
