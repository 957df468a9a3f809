import type { Multipart, MultipartFile, MultipartValue } from '@fastify/multipart';
import { FILE_HEAD_BYTES, type FileRule, fileTypeOf } from '@voltframe/kit/contract/file-types';
import { KB, MB } from '@voltframe/kit/contract/units';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import { personalErrors } from '../upstream-errors.ts';

/** Bytes of all texts of an upload together. */
const MAX_TEXT_BYTES = 64 * KB;
/** Bytes of a request besides its files: texts, and the heads of parts. */
const MAX_BESIDES = 2 * MAX_TEXT_BYTES;

/** Of a field, and of a file, in characters. */
const LONGEST_NAME = 200;

/** Limits of the parser: a part that exceeds one is cut, and then refused. */
const LIMITS = {
  fieldSize: MAX_TEXT_BYTES,
  fields: 100,
  files: 20,
  parts: 120,
  headerPairs: 20,
};

/** @returns the bytes that a request with these files may have. */
export function maxUploadBytes({ maxMB }: Pick<FileRule, 'maxMB'>): number {
  return maxMB * MB + MAX_BESIDES;
}

/**
 * The body of an upload for the backend, while it arrives. It is written anew, so that the backend reads the parts that
 * were checked here, with the types that the content of the files has.
 * @param read the parts of the request, within limits of the parser.
 * @param rule types of each file, and the size of all files together.
 * @param boundary that no file contains, by chance.
 * @throws PERSONAL_FILE, PERSONAL_REQUEST
 */
export async function* uploadBody(
  read: (limits: UploadLimits) => AsyncIterable<Multipart>,
  rule: FileRule,
  boundary: string,
): AsyncGenerator<Buffer> {
  const bytes = { ofFiles: rule.maxMB * MB, ofTexts: MAX_TEXT_BYTES };
  try {
    // A larger file is cut, after it has been refused here.
    for await (const part of read({ ...LIMITS, fileSize: bytes.ofFiles + 1 })) {
      if (part.fieldname.length > LONGEST_NAME)
        throw personalErrors.REQUEST({ reason: 'the name of a field is too long' });
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(part.fieldname)}"`;
      if (part.type === 'field') yield textPart(part, head, bytes);
      // Browsers send an empty file input as a file without a name.
      else if (part.filename) yield* filePart(part, head, rule, bytes);
      else part.file.resume();
    }
  } catch (error) {
    // The parser's own errors, and those of a connection that the visitor ends.
    throw isPlatformError(error) ? error : personalErrors.REQUEST({ reason: 'its parts are not complete' });
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}

type UploadLimits = typeof LIMITS & { fileSize: number };

/** Bytes that the rest of an upload may have. */
interface BytesLeft {
  ofFiles: number;
  ofTexts: number;
}

const LINE_END = Buffer.from('\r\n');

function textPart(part: MultipartValue, head: string, left: BytesLeft): Buffer {
  const value = Buffer.from(String(part.value));
  left.ofTexts -= value.length;
  if (part.fieldnameTruncated || part.valueTruncated || left.ofTexts < 0)
    throw personalErrors.REQUEST({ reason: 'its fields are too large' });
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), value, LINE_END]);
}

async function* filePart(
  { file, filename }: MultipartFile,
  head: string,
  { types, maxMB }: FileRule,
  left: BytesLeft,
): AsyncGenerator<Buffer> {
  const opened = (start: Buffer): Buffer => {
    const type = fileTypeOf(types, filename, start);
    if (type === undefined)
      throw personalErrors.FILE({ reason: `its name and content are none of ${types.join(', ')}` });
    const rest = `; filename="${quoted(filename.slice(-LONGEST_NAME))}"\r\ncontent-type: ${type}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head + rest), start]);
  };
  /** The first bytes, until there are enough to know the type. */
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of file as AsyncIterable<Buffer>) {
    left.ofFiles -= chunk.length;
    if (left.ofFiles < 0)
      throw personalErrors.FILE({ reason: `all files together are larger than ${maxMB} MB` });
    if (!start) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < FILE_HEAD_BYTES) continue;
    yield opened(start);
    start = undefined;
  }
  if (start) yield opened(start);
  yield LINE_END;
}

/** The name of a part, as browsers write it (HTML, "multipart/form-data encoding algorithm"). */
function quoted(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}
