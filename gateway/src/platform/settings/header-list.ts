import { z } from 'zod';

const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]{1,100}$/;
const HEADER_VALUE = /^[\t\x20-\x7e]{0,4000}$/;

/**
 * Reads headers from a setting: `authorization=Bearer%20x,tenant=site`.
 * @returns undefined when it is no such list. What is wrong is not said: it may be a secret.
 */
export function parseHeaderList(text: string): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  for (const part of text.split(',').filter((entry) => entry.trim() !== '')) {
    const [name = '', ...rest] = part.split('=');
    const value = decoded(rest.join('='));
    if (rest.length === 0 || !HEADER_NAME.test(name.trim()) || value === undefined) return undefined;
    headers[name.trim().toLowerCase()] = value;
  }
  return headers;
}

/** A setting of headers. */
export const headerList = z
  .string()
  .default('')
  .transform((text, context) => {
    const headers = parseHeaderList(text);
    if (headers) return headers;
    context.addIssue({ code: 'custom', message: 'must be name=value, separated by commas, in %-encoding' });
    return z.NEVER;
  });

function decoded(text: string): string | undefined {
  try {
    const value = decodeURIComponent(text.trim());
    return HEADER_VALUE.test(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
