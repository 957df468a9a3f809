import type { FormDeclaration } from '@voltframe/kit/contract/forms/form';
import type { EnquiryRow } from './migrations.ts';
import type { Mail, StoragePorts } from './ports.ts';
import type { UploadStore } from './uploads.ts';

/** Where the parts of a mail of an entry are. */
export interface MailSources {
  uploads: Pick<UploadStore, 'read'>;
  ports: Pick<StoragePorts, 'site' | 'forms'>;
}

/** @param to address of the owner or of a receiver of a team. @returns its copy of an entry. */
export async function mailOfEntry(
  { uploads, ports }: MailSources,
  entry: EnquiryRow,
  to: string,
): Promise<Mail> {
  const file = entry.file_name === null ? undefined : await uploads.read(entry.file_name);
  const form = ports.forms().find(({ name }) => name === entry.form);
  return composeEnquiryMail(entry, form, ports.site.name, to, file);
}

/**
 * @param form the current declaration of the entry's form; undefined when the site has none any more.
 * @param site name of the site.
 * @param file content of the CV, if it has one.
 */
export function composeEnquiryMail(
  entry: EnquiryRow,
  form: FormDeclaration | undefined,
  site: string,
  to: string,
  file: Buffer | undefined,
): Mail {
  const values = JSON.parse(entry.data) as Record<string, string>;
  return {
    to,
    ...(entry.email !== '' && { replyTo: { name: values['name'] ?? '', address: entry.email } }),
    subject: `[${site}] ${entry.form}: ${subjectOf(entry, values, form)} (${values['name'] ?? ''})`,
    text: `${body(values, form)}\n\n--\nEntry ${entry.id}, kept ${new Date(entry.created_at).toISOString()}\n`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...(file && entry.file_name !== null
      ? { attachments: [attachmentOf(entry.id, entry.file_name, file)] }
      : {}),
  };
}

/** The mail program finds the type of another file by its ending. */
function attachmentOf(id: string, name: string, content: Buffer): NonNullable<Mail['attachments']>[number] {
  if (name.endsWith('.pdf')) return { filename: `cv-${id}.pdf`, content, contentType: 'application/pdf' };
  return { filename: `file-${id}${name.slice(name.lastIndexOf('.'))}`, content };
}

/** @returns the request to confirm a subscription (double opt-in). */
export function composeConfirmMail(to: string, site: string, confirmUrl: string, endUrl: string): Mail {
  return {
    to,
    subject: `Confirm your subscription to ${site}`,
    text: [
      `Somebody, probably you, asked for news from ${site} to be sent to this address.`,
      `To confirm, open this link within 7 days and press the button:`,
      confirmUrl,
      `If it was not you, do nothing: the address is deleted.`,
    ].join('\n\n'),
    headers: unsubscribeHeaders(endUrl),
  };
}

/** @returns the welcome message of a confirmed subscriber, with the link to unsubscribe. */
export function composeWelcomeMail(to: string, site: string, endUrl: string): Mail {
  return {
    to,
    subject: `You are subscribed to ${site}`,
    text: [`Your subscription to news from ${site} is confirmed.`, `To end it at any time:`, endUrl].join(
      '\n\n',
    ),
    headers: unsubscribeHeaders(endUrl),
  };
}

/** RFC 8058: mail programs offer one click, and post to the address themselves. */
function unsubscribeHeaders(endUrl: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${endUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'Auto-Submitted': 'auto-generated',
  };
}

/** The short subject of an entry: the chosen topic, or its page. */
function subjectOf(
  entry: EnquiryRow,
  values: Record<string, string>,
  form: FormDeclaration | undefined,
): string {
  const field = form?.fields.find(({ kind }) => kind === 'choice' || kind === 'slug');
  return (field && shown(field.name, values[field.name] ?? '', form)) || entry.form;
}

function body(values: Record<string, string>, form: FormDeclaration | undefined): string {
  const { message = '', ...rest } = values;
  const lines = Object.entries(rest).flatMap(([name, value]) =>
    value === '' ? [] : `${title(name)}: ${shown(name, value, form)}`,
  );
  return `${lines.join('\n')}\n\n${message}`;
}

/** A choice by its label; a list on one line. */
function shown(name: string, value: string, form: FormDeclaration | undefined): string {
  const options = form?.fields.find((field) => field.name === name)?.options;
  return options?.find((option) => option.value === value)?.label ?? value.replaceAll('\n', ', ');
}

/** `fullName` → `Full name`. */
function title(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
