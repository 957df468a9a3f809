import { escapeHtml } from '@voltframe/kit/contract/page/escape-html';

/** A short page of the gateway: the target of a link in a mail, or the response to a post without JavaScript. */
export interface Notice {
  title: string;
  message: string;
  /** A button that posts; links in mails change nothing by being opened (mail scanners open them all). */
  action?: { url: string; label: string; token: string };
  /** The fields of a refused post. */
  typed?: readonly TypedField[];
  /** The link at the end; default: to the home page. */
  back?: { url: string; label: string };
}

export interface TypedField {
  name: string;
  /** The unchanged value. */
  value: string;
  /** The message of the error; undefined: the field has none. */
  error?: string | undefined;
}

export interface NoticeSite {
  name: string;
  separator: string;
}

const HOME = { url: '/', label: 'Back to the home page' };

/**
 * The notice as a document of its own, built as a text: nothing of a release is in it, and nothing is parsed. It is
 * what visitors get when the page of a team cannot be edited.
 */
export function plainNotice(notice: Notice, { name, separator }: NoticeSite): string {
  const title = escapeHtml(`${notice.title} ${separator} ${name}`);
  return (
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">' +
    `<meta name="viewport" content="width=device-width"><title>${title}</title></head>` +
    `<body><main>${noticeSection(notice)}</main></body></html>`
  );
}

/** @returns the HTML of a notice. */
export function noticeSection({ title, message, action, typed = [], back = HOME }: Notice): string {
  const form =
    action &&
    `<form method="post" action="${escapeHtml(action.url)}">` +
      `<input type="hidden" name="token" value="${escapeHtml(action.token)}">` +
      `<button type="submit">${escapeHtml(action.label)}</button></form>`;
  return (
    `<section data-notice="" class="lines"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p>` +
    `${form ?? ''}${typedList(typed)}` +
    `<p><a href="${escapeHtml(back.url)}">${escapeHtml(back.label)}</a></p></section>`
  );
}

function typedList(fields: readonly TypedField[]): string {
  if (fields.length === 0) return '';
  const items = fields.map(({ name, value, error }) => {
    const wrong = error === undefined ? '' : `<dd><strong>${escapeHtml(error)}</strong></dd>`;
    // A parser drops one line break at the start of a `pre`, so one is added.
    return `<dt>${escapeHtml(name)}</dt>${wrong}<dd><pre>\n${escapeHtml(value)}</pre></dd>`;
  });
  return `<h2>What you typed</h2><dl>${items.join('')}</dl>`;
}
