import type { EventMessage, SiteEvent } from '@voltframe/kit/contract/operations/event';
import { identityText } from '@voltframe/kit/contract/release/identity';
import type { Mail } from '../../platform/outbox/mail.ts';

/** @param id stays the same over all attempts. @returns the body of the webhook. */
export function eventMessage(id: string, event: SiteEvent, site: EventMessage['site']): EventMessage {
  const next = nextOf(event);
  return event.rule
    ? { type: `alert.${event.rule}`, id, alert: event, site, next }
    : { type: `event.${event.type}`, id, event, site, next };
}

/** @returns the same as plain text. */
export function eventMail(event: SiteEvent, site: EventMessage['site'], to: string): Mail {
  const { actor, before, error, identity, note, release } = event;
  const lines = [
    `${event.summary}.`,
    '',
    ...(release === undefined
      ? []
      : [`Release: ${release.slice(0, 12)} ${identity ? identityText(identity) : ''}`.trimEnd()]),
    ...(before === undefined ? [] : [`The one before: ${before.slice(0, 12)}`]),
    ...(actor === undefined ? [] : [`By: ${actor}`]),
    ...(note ? ['', ...note.split('\n').map((line) => `  ${line}`)] : []),
    ...(error?.routes.length ? [`Routes: ${error.routes.join(', ')}`] : []),
    ...(error?.frames.length ? ['', ...error.frames.map((frame) => `  ${frame}`)] : []),
    '',
    `More: ${nextOf(event)}`,
    ...(event.last
      ? [
          '',
          `${event.app} has no more such messages ${event.rule ? 'this hour' : 'today'}: its limit is reached.`,
        ]
      : []),
    '',
    '--',
    `${site.name}, ${site.url}: this message is sent once.`,
  ];
  return {
    to,
    subject: `[${site.name}] ${event.summary}`,
    text: `${lines.map(printable).join('\n')}\n`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

function nextOf(event: SiteEvent): string {
  const { app, error, release = '' } = event;
  if (error) return `mfe errors ${error.id}`;
  if (app === '*') return 'mfe history';
  if (event.type === 'more-alerts') return `mfe errors ${app}`;
  if (!event.rule) return `mfe history ${app}`;
  return event.rule === 'vitals'
    ? `mfe releases ${app}`
    : `mfe errors ${app} --release ${release.slice(0, 12)}`;
}

/** Text of a release or a browser must not add a line. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
