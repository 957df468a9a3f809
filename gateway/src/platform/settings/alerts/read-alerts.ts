import { APP_NAME } from '@voltframe/kit/contract/names';
import { z } from 'zod';
import { WEBHOOK_SECRET } from '../../outbox/webhook.ts';
import { fillSecrets, type SecretSources } from '../fill-secrets.ts';
import { parseYaml } from '../parse-yaml.ts';
import { readSettings, type SettingsResult } from '../read-settings.ts';
import type { AlertSettings, AlertTarget } from './alert-settings.ts';

const MAX_APPS = 100;
const entry = z
  .strictObject({
    webhook: z.strictObject({ url: z.string().min(1), secret: z.string().min(1) }).optional(),
    mail: z.email().optional(),
  })
  .refine(({ webhook, mail }) => webhook ?? mail, 'needs a webhook, a mail address, or both');
const file = z
  .record(
    z.string().refine((name) => name === '*' || APP_NAME.test(name), 'is neither the name of an app nor *'),
    entry,
  )
  .refine((entries) => Object.keys(entries).length <= MAX_APPS, `has more than ${MAX_APPS}`);

/**
 * Reads the file of where alerts go, and the secrets it names.
 * @param file undefined: nowhere.
 * @param canMail whether mail can be sent at all.
 * @param env as `process.env`
 */
export function readAlerts(
  from: { file: string | undefined; canMail: boolean },
  env: SecretSources['env'],
): SettingsResult<AlertSettings> {
  const parse = (text: string, sources: SecretSources) => parseAlerts(text, from.canMail, sources);
  return readSettings({ variable: 'ALERTS', file: from.file, none: {}, env, parse });
}

function parseAlerts(text: string, canMail: boolean, sources: SecretSources): SettingsResult<AlertSettings> {
  const parsed = parseYaml(text, file);
  if (!parsed.ok) return parsed;
  const issues: string[] = [];
  const targets = Object.entries(parsed.settings).map(([app, { webhook, mail }]) => {
    if (mail !== undefined && !canMail) issues.push(`${app}.mail: needs SMTP_URL`);
    const filled = webhook && webhookOf(webhook, sources);
    issues.push(...(filled?.issues ?? []).map((issue) => `${app}.webhook.${issue}`));
    const target: AlertTarget = {
      ...(filled && { webhook: filled.webhook }),
      ...(mail !== undefined && { mail }),
    };
    return [app, target] as const;
  });
  return issues.length > 0 ? { ok: false, issues } : { ok: true, settings: Object.fromEntries(targets) };
}

/** A value may hold a secret, so it is not said what it is. */
function webhookOf(
  given: { url: string; secret: string },
  sources: SecretSources,
): { webhook: { url: string; secret: string }; issues: string[] } {
  const issues: string[] = [];
  const fill = (field: 'url' | 'secret', defect: (value: string) => string | undefined): string => {
    const filled = fillSecrets(given[field], sources);
    const found = filled.ok ? [defect(filled.value) ?? []].flat() : filled.issues;
    issues.push(...found.map((issue) => `${field}: ${issue}`));
    return filled.ok ? filled.value : '';
  };
  const webhook = {
    url: fill('url', addressDefect),
    secret: fill('secret', (value) => WEBHOOK_SECRET.safeParse(value).error?.issues[0]?.message),
  };
  return { webhook, issues };
}

function addressDefect(text: string): string | undefined {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    return 'is not an address: https://hooks.example/blog';
  const { username, password } = new URL(text);
  return username || password ? 'has a user or password in it, which fetch does not send' : undefined;
}
