import { enquirySettings } from '@voltframe/enquiries/settings';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { configSchema } from '../../../src/platform/settings/config.ts';
import {
  describeIssue,
  mistypedSettings,
  parseSettings,
} from '../../../src/platform/settings/parse-settings.ts';

const sections = {
  http: z.object({
    port: z.string().max(4, 'is too long').default('3000').meta({ variable: 'PORT', description: 'Port.' }),
    url: z
      .url('is not an address')
      .optional()
      .meta({ variable: 'URL', description: '', unset: 'none', fix: 'Give one.' }),
  }),
  more: z.object({
    nested: z
      .object({ name: z.string().meta({ variable: 'NAME', description: 'Needed.' }) })
      .transform(({ name }) => name),
    file: z
      .custom<object>()
      .transform((value) => value)
      .optional()
      .meta({ variable: 'FILE', description: 'A file.', file: true }),
  }),
};

test('settings are read by the names of their variables, section by section; an empty value counts as absent', () => {
  const env = { PORT: ' ', NAME: 'a', FILE: 'x.yml', OTHER: 'b' };
  expect(parseSettings(sections, env)).toEqual({
    ok: true,
    settings: { http: { port: '3000' }, more: { nested: 'a', file: { file: 'x.yml', env } } },
  });
});

test('each defect has the variable, the reason, the fix and a code, but not the value', () => {
  const parsed = parseSettings(sections, { PORT: 's3cret', URL: 's3cret' });
  const issues = parsed.ok ? [] : parsed.issues;
  expect(issues.map(describeIssue)).toEqual([
    'PORT: is too long. Correct it, or leave it out for the default (3000). (GW_SETTING_INVALID)',
    'URL: is not an address. Give one. (GW_SETTING_INVALID)',
    expect.stringMatching(/^NAME: .+\. Correct it, or leave it out\. \(GW_SETTING_INVALID\)$/),
  ]);
});

test('variables that look like a setting are named with that setting, and those of other programs are not', () => {
  const env = {
    SITE_ULR: 'https://www.example.com',
    RENDER_TIMOUT: '5s',
    SMTP_URL_FILES: '/run/secrets/smtp',
    SITE_URL: 'https://www.example.com',
    DATABASE_URL_FILE: '/run/secrets/database',
    NODE_ENV: 'production',
    HOSTNAME: 'a1b2',
    HOSTS: 'a',
    PATH: '/bin',
    LOGNAME: 'web',
    npm_config_port: '1',
  };
  expect(mistypedSettings({ config: configSchema, enquiries: enquirySettings }, env)).toEqual([
    { name: 'SITE_ULR', nearest: 'SITE_URL' },
    { name: 'RENDER_TIMOUT', nearest: 'RENDER_TIMEOUT' },
    { name: 'SMTP_URL_FILES', nearest: 'SMTP_URL_FILE' },
  ]);
});
