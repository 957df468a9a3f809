import { isUtf8 } from 'node:buffer';
import { escapeScriptEnds } from '@voltframe/kit/contract/page/escape-html';
import type { Pieces } from './html-bytes.ts';

const MAX_DEPTH = 64;

/**
 * A page's data as the JSON that a render process sent. Nobody here reads it: it goes out as the same bytes, in payloads as it is and
 * in documents so that it stays within its element.
 */
export class JsonBytes {
  readonly #bytes: Buffer;
  #inScript: Buffer | undefined;

  /** @param bytes of a stranger; what is no UTF-8 in them is replaced. @throws an Error when it is no JSON, or nested too deeply. */
  constructor(bytes: Buffer) {
    const text = bytes.toString();
    if (isDeeper(parsed(text), MAX_DEPTH)) throw new Error(`its data is nested more than ${MAX_DEPTH} deep`);
    this.#bytes = isUtf8(bytes) ? bytes : Buffer.from(text);
  }

  /** @param value as it came, or what was read of a rendering that lay on the disk. */
  static of(value: unknown): JsonBytes {
    return value instanceof JsonBytes ? value : new JsonBytes(Buffer.from(JSON.stringify(value) ?? 'null'));
  }

  get bytes(): Buffer {
    return this.#bytes;
  }

  /** For the inside of a `<script>` element. */
  get inScript(): Buffer {
    return (this.#inScript ??= escaped(this.bytes));
  }

  toString(): string {
    return this.bytes.toString();
  }

  toJSON(): unknown {
    return JSON.parse(this.toString());
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('its data is no JSON');
  }
}

function escaped(bytes: Buffer): Buffer {
  const text = bytes.toString();
  const safe = escapeScriptEnds(text);
  return safe === text ? bytes : Buffer.from(safe);
}

/** @returns whether what was parsed has more levels. */
export function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  if (Array.isArray(value)) return value.some((part) => isDeeper(part, depth - 1));
  // It was parsed: all that it has is its own. A list of its values for each object would cost more than the look.
  for (const key in value) if (isDeeper((value as Record<string, unknown>)[key], depth - 1)) return true;
  return false;
}

/**
 * @param json text of an object, the last member of which is an object, and so on: `{"a":1,"page":{"b":2}}`.
 * @param depth how many objects end with the text.
 * @param member put at the end of the innermost of these, which is not empty.
 */
export function withLastMember(json: string, depth: number, member: string, value: Buffer): Pieces {
  const end = json.length - depth;
  return [`${json.slice(0, end)},"${member}":`, value, json.slice(end)];
}
