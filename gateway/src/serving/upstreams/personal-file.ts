import { type FileRule, type FileType, nameWithEnding } from '@voltframe/kit/contract/file-types';
import { MB } from '@voltframe/kit/contract/units';
import type { Readable } from 'node:stream';
import { boundedBody, CallFailure, mediaTypeOf, type RawResponse } from './fetch-response.ts';

/** An answer of a backend that goes to one visitor while it arrives. */
export interface PersonalStream {
  headers: Record<string, string>;
  /** Its end frees what the call occupies. */
  stream: Readable;
}

/** Bytes that a visitor takes or sends each second at least, after the first half minute; of slow mobile networks. */
const SLOWEST = 32 * 1024;
const PATIENCE_MS = 30_000;
/** Of a file's name, in characters. */
const LONGEST_NAME = 120;

/** @returns the time limit of a transfer, in ms: a slow visitor does not occupy a connection for ever. */
export function transferMs({ maxMB }: Pick<FileRule, 'maxMB'>): number {
  return PATIENCE_MS + ((maxMB * MB) / SLOWEST) * 1_000;
}

/**
 * @param path of the file; its last segment names a file that the backend does not name.
 * @returns the file, which fails after more bytes than are allowed, with headers by which browsers save it: at the
 *   origin of the site they would run a page.
 * @throws CallFailure for an undeclared type or size
 */
export function openPersonalFile(
  { headers, body }: Pick<RawResponse, 'headers' | 'body'>,
  { types, maxMB }: FileRule,
  path: string,
): PersonalStream {
  const type = mediaTypeOf(headers, (media) => types.some((one) => one === media)) as FileType;
  const length = headers['content-length'];
  const maxBytes = maxMB * MB;
  if (Number(length ?? 0) > maxBytes) throw new CallFailure(`it is larger than ${maxMB} MB`);
  const name = nameWithEnding(fileName(headers['content-disposition'], path), type);
  return {
    headers: {
      'content-type': type,
      // RFC 8187: one form, which all browsers read, and no quotes.
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/[!'()*]/g, percent)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      ...(typeof length === 'string' && { 'content-length': length }),
    },
    stream: boundedBody(body, maxBytes),
  };
}

/**
 * @returns the name in a Content-Disposition, else the last segment of the path; without folders and odd characters.
 */
function fileName(disposition: string | string[] | undefined, path: string): string {
  const text = typeof disposition === 'string' ? disposition.slice(0, 1_000) : '';
  const extended = /filename\*=utf-8'[\w-]*'([^;\s]+)/i.exec(text)?.[1];
  const plain = /filename="([^"]*)"/i.exec(text)?.[1] ?? /filename=([^";\s]+)/i.exec(text)?.[1];
  const given = decoded(extended) ?? plain ?? decoded(path.slice(path.lastIndexOf('/') + 1)) ?? '';
  const name = given
    .slice(-LONGEST_NAME)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_')
    .replace(/^[. ]+/, '');
  return name === '' ? 'file' : name;
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
