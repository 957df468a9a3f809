import { MAX_FILE_BYTES } from '@voltframe/kit/contract/forms/form';
import { isFields } from '@voltframe/kit/contract/names';
import { MB } from '@voltframe/kit/contract/units';
import { formErrors } from '@voltframe/kit/errors/form-errors';
import type { FastifyRequest } from 'fastify';
import type { ReceivedFile, UploadStore } from './uploads.ts';

/** A form's post in any encoding. Nothing is checked yet. */
export interface FormPost {
  /** Field name → text, or any value of JSON. */
  fields: Record<string, unknown>;
  /** Field name → its file; a `tooLarge` one was cut. */
  files: Record<string, ReceivedFile & { tooLarge: boolean }>;
  /** Sent by a script of the page, not by a browser's form. */
  scripted: boolean;
  /** Error of a file that could not be stored. The fields after it are read too. */
  fileError?: unknown;
}

/** Text of a form: 5,000 characters take up to 45 KB percent-encoded. */
export const MAX_TEXT_BYTES = 96 * 1024;
/**
 * Longest body that is read. A file is stored up to its own limit only, so that the answer can name the field and
 * contain the text.
 */
const MAX_POST_BYTES = 25 * MB;

const MULTIPART_LIMITS = {
  fieldNameSize: 64,
  fieldSize: 32 * 1024,
  fields: 20,
  files: 1,
  parts: 21,
  headerPairs: 20,
};

/**
 * Reads the body of a post.
 * @param fileFields names under which the form takes a file.
 * @throws FORM_* errors; files received until then are removed.
 */
export async function readPost(
  request: FastifyRequest,
  fileFields: readonly string[],
  uploads: UploadStore,
): Promise<FormPost> {
  const scripted = wantsJson(request);
  const { body } = request;
  if (!request.isMultipart()) return { fields: isFields(body) ? body : {}, files: {}, scripted };
  const post: FormPost = { fields: {}, files: {}, scripted };
  try {
    await readParts(request, fileFields, uploads, post);
    return post;
  } catch (error) {
    await discardFiles(post, uploads);
    throw error;
  }
}

/** Removes the files of a post that led to no entry. */
export async function discardFiles(post: FormPost, uploads: UploadStore): Promise<void> {
  await uploads.remove(Object.values(post.files).map((file) => file.name));
}

/**
 * @returns whether the answer is to be JSON: asked for, or given. A browser's own form post accepts text/html first.
 */
export function wantsJson(request: FastifyRequest): boolean {
  const type = request.headers['content-type'] ?? '';
  return (
    type.toLowerCase().startsWith('application/json') ||
    (request.headers.accept ?? '').trimStart().startsWith('application/json')
  );
}

async function readParts(
  request: FastifyRequest,
  fileFields: readonly string[],
  uploads: UploadStore,
  post: FormPost,
): Promise<void> {
  // A body without a stated length could go on for ever; browsers state it.
  if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) > MAX_POST_BYTES)
    throw formErrors.TOO_LARGE();
  const limits = { ...MULTIPART_LIMITS, fileSize: MAX_FILE_BYTES };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field')
      addField(post, part.fieldname, part.fieldnameTruncated || part.valueTruncated ? undefined : part.value);
    // An empty file input is sent as a file without name and content.
    else if (fileFields.includes(part.fieldname) && part.filename) {
      const received = await uploads.receive(part.file, part.filename).catch((error: unknown) => {
        if (part.file.destroyed) throw error; // the sender stopped
        post.fileError = error;
      });
      if (received) post.files[part.fieldname] = { ...received, tooLarge: part.file.truncated };
      else part.file.resume();
    } else part.file.resume();
  }
}

function addField(post: FormPost, name: string, value: unknown): void {
  if (value === undefined) throw formErrors.TOO_LARGE();
  // A repeated name becomes a list, which no field accepts.
  post.fields[name] = Object.hasOwn(post.fields, name) ? [post.fields[name], value] : value;
}
