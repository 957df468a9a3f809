import type { Alert, AlertMessage } from '@voltframe/kit/contract/operations/alert';
import { identityText } from '@voltframe/kit/contract/release/identity';
import type { Mail } from '../../platform/outbox/mail.ts';

/** @param id stays the same over all attempts. @returns the body of the webhook. */
export function alertMessage(id: string, alert: Alert, site: AlertMessage['site']): AlertMessage {
  return { type: `alert.${alert.rule}`, id, alert, site, next: nextOf(alert) };
}

/** @returns the same as plain text. */
export function alertMail(alert: Alert, site: AlertMessage['site'], to: string): Mail {
  const { error, identity, release } = alert;
  const lines = [
    `${alert.summary}.`,
    '',
    `Release: ${release.slice(0, 12)} ${identity ? identityText(identity) : ''}`.trimEnd(),
    ...(alert.before === undefined ? [] : [`The one before: ${alert.before.slice(0, 12)}`]),
    ...(error?.routes.length ? [`Routes: ${error.routes.join(', ')}`] : []),
    ...(error?.frames.length ? ['', ...error.frames.map((frame) => `  ${frame}`)] : []),
    '',
    `More: ${nextOf(alert)}`,
    ...(alert.last ? ['', `These were all alerts of ${alert.app} for today: more are told tomorrow.`] : []),
    '',
    '--',
    `${site.name}, ${site.url}: you are told of this once.`,
  ];
  return {
    to,
    subject: `[${site.name}] ${alert.summary}`,
    text: `${lines.map(printable).join('\n')}\n`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

function nextOf({ app, error, rule, release }: Alert): string {
  if (error) return `mfe errors ${error.id}`;
  return rule === 'vitals' ? `mfe releases ${app}` : `mfe errors ${app} --release ${release.slice(0, 12)}`;
}

/** Text of a release or a browser stays on its line. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
