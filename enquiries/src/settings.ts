import { MB } from '@voltframe/kit/contract/units';
import { z } from 'zod';

const natural = z.coerce.number('must be a whole number').int('must be a whole number');
const notNegative = natural.min(0, 'must be 0 or more');
const positive = natural.positive('must be more than 0');

/** Most posts of all addresses in one minute, so that a flood leaves the database to the pages. */
const TOTAL_PER_MINUTE = 300;

/**
 * The settings of enquiries: variable, format, default and description of each. The gateway composes this section with
 * its own (`gateway/src/platform/settings/config.ts`).
 */
export const enquirySettings = z
  .object({
    retentionDays: notNegative.prefault('365').meta({
      variable: 'ENQUIRY_RETENTION_DAYS',
      description: 'Days after which the gateway erases an entry. `0`: never.',
    }),
    filesBytes: notNegative
      .transform((megabytes) => megabytes * MB || Infinity)
      .prefault('2048')
      .meta({
        variable: 'ENQUIRY_FILES_MB',
        description:
          'Size of all stored CVs, in megabytes. Above it the gateway refuses an application (507) and returns its text. `0`: no limit.',
      }),
    perAddressPer10Minutes: positive.prefault('20').meta({
      variable: 'ENQUIRY_LIMIT_PER_ADDRESS',
      description: 'Number of posts of one address in ten minutes.',
    }),
  })
  .transform(({ perAddressPer10Minutes, ...rest }) => ({
    ...rest,
    limits: { perAddressPer10Minutes, totalPerMinute: TOTAL_PER_MINUTE },
  }))
  .meta({ title: 'Enquiries' });

/** How enquiries are stored, delivered and limited. */
export type EnquirySettings = z.infer<typeof enquirySettings> & {
  /** Undefined: mail waits in the outbox. */
  mail: { smtpUrl: string; from: string; to: string } | undefined;
};
