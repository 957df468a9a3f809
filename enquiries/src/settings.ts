import { z } from 'zod';

/** How enquiries are kept, delivered and limited. Parsed with the rest of the environment; nothing here is needed to start. */
export interface EnquirySettings {
  /** Undefined: mail waits in the outbox. */
  mail: { smtpUrl: string; from: string; to: string } | undefined;
  /** Undefined: nothing is posted. */
  webhook: { url: string; secret: string | undefined } | undefined;
  /** Signs links and hashes contents; undefined = generated and kept. At least 32 characters. */
  secret: string | undefined;
  /** Days after which an entry is erased; 0 = never. */
  retentionDays: number;
  /** Most bytes of all kept files (CVs) together; Infinity = any number. */
  filesBytes: number;
  /** Posts of forms. */
  limits: { perAddressPer10Minutes: number; totalPerMinute: number };
}

const MB = 1024 * 1024;
const count = z.coerce.number().int().positive();

/** What webhooks are signed with: `whsec_` and a key in base64, or the key itself. */
export const WEBHOOK_SECRET = z
  .string()
  .min(32)
  .regex(/^(?!whsec_)|^whsec_(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/, 'needs base64 after whsec_');

/** The variables, each with its rule; every one may be absent. `gateway/src/platform/settings/config.ts` spreads them into its schema. */
export const enquiryVariables = {
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().optional(),
  MAIL_TO: z.email().optional(),
  WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  WEBHOOK_SECRET: WEBHOOK_SECRET.optional(),
  ENQUIRY_SECRET: z.string().min(32).optional(),
  ENQUIRY_RETENTION_DAYS: z.coerce.number().int().min(0).default(365),
  ENQUIRY_FILES_MB: z.coerce.number().int().min(0).default(2048),
  ENQUIRY_LIMIT_PER_ADDRESS: count.default(20),
  ENQUIRY_LIMIT_TOTAL: count.default(300),
};

const schema = z.object(enquiryVariables).superRefine((values, context) => {
  if (!values.SMTP_URL) return;
  for (const name of ['MAIL_FROM', 'MAIL_TO'] as const) {
    if (!values[name])
      context.issues.push({
        code: 'custom',
        path: [name],
        message: 'is needed with SMTP_URL',
        input: undefined,
      });
  }
});

export type EnquirySettingsResult = { ok: true; settings: EnquirySettings } | { ok: false; issues: string[] };

/**
 * Reads the settings from an environment. Pure.
 * @returns the settings, or one line for every variable that is wrong.
 */
export function parseEnquirySettings(env: Record<string, string | undefined>): EnquirySettingsResult {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return { ok: true, settings: toSettings(parsed.data) };
  return {
    ok: false,
    issues: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
  };
}

function toSettings(values: z.infer<typeof schema>): EnquirySettings {
  return {
    mail: values.SMTP_URL
      ? { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM ?? '', to: values.MAIL_TO ?? '' }
      : undefined,
    webhook: values.WEBHOOK_URL ? { url: values.WEBHOOK_URL, secret: values.WEBHOOK_SECRET } : undefined,
    secret: values.ENQUIRY_SECRET,
    retentionDays: values.ENQUIRY_RETENTION_DAYS,
    filesBytes: values.ENQUIRY_FILES_MB === 0 ? Infinity : values.ENQUIRY_FILES_MB * MB,
    limits: {
      perAddressPer10Minutes: values.ENQUIRY_LIMIT_PER_ADDRESS,
      totalPerMinute: values.ENQUIRY_LIMIT_TOTAL,
    },
  };
}
