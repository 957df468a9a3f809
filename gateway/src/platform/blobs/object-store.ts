import { randomUUID } from 'node:crypto';
import { addAbortSignal, type Readable } from 'node:stream';
import { SECOND_MS } from '@voltframe/kit/contract/units';
import { gatewayErrors } from '../errors.ts';

/** A part of a bucket of an S3-compatible store. */
export interface ObjectStoreAddress {
  bucket: string;
  /** Begins the name of each object; empty, or with a slash at its end. */
  prefix: string;
  /** Address of a store other than Amazon's. Its buckets are paths, not hosts. */
  endpoint?: string | undefined;
  region?: string | undefined;
}

/** The objects of one site in an S3-compatible store. Each method throws GW_OBJECT_STORE_AWAY when the store fails. */
export interface ObjectStore {
  /** Resolves when the store has confirmed the object. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /**
   * @param mostBytes size of the object: of a larger one no more is read.
   * @returns its bytes, unchecked; undefined: it is missing, or larger.
   */
  get(name: string, mostBytes: number): Promise<Buffer | undefined>;
  /** Removes an object. Resolves also when it is missing. */
  remove(name: string): Promise<void>;
  /**
   * Writes, reads and removes an object.
   * @throws GW_SETTING_INVALID when the store refuses that: wrong bucket, region or credentials.
   */
  check(): Promise<void>;
}

export interface ObjectStoreLimits {
  /** Time to a connection, and between two pieces of an answer, in milliseconds. */
  answerMs: number;
  /** Time of a call with all its attempts, in milliseconds. */
  callMs: number;
}

const LIMITS: ObjectStoreLimits = { answerMs: 5 * SECOND_MS, callMs: 30 * SECOND_MS };
const ATTEMPTS = 3;
/** Stores other than Amazon's accept any region, but the signature needs one. */
const ANY_REGION = 'us-east-1';

/**
 * Opens a store with the client of Amazon, which only this function loads. It reads the credentials from the standard
 * places (`AWS_ACCESS_KEY_ID`, `AWS_SHARED_CREDENTIALS_FILE`, the role of the machine).
 */
export async function openObjectStore(
  address: ObjectStoreAddress,
  { answerMs, callMs }: ObjectStoreLimits = LIMITS,
): Promise<ObjectStore> {
  const { bucket, prefix, endpoint, region = endpoint && ANY_REGION } = address;
  const s3 = await import('@aws-sdk/client-s3');
  const client = new s3.S3Client({
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    maxAttempts: ATTEMPTS,
    // Many other stores refuse these checksums. The blob store compares the sha-256 of each object that it reads.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: answerMs, requestTimeout: answerMs, throwOnRequestTimeout: true },
  });
  const store = `s3://${bucket}/${prefix}${endpoint === undefined ? '' : ` at ${endpoint}`}`;
  const at = (name: string) => ({ Bucket: bucket, Key: prefix + name });
  const call = async <Answer>(work: (abortSignal: AbortSignal) => Promise<Answer>): Promise<Answer> => {
    try {
      return await work(AbortSignal.timeout(callMs));
    } catch (error) {
      throw gatewayErrors.OBJECT_STORE_AWAY({ store, reason: reasonOf(error) }, error);
    }
  };
  const opened: Omit<ObjectStore, 'check'> = {
    put: (name, bytes) =>
      call(async (abortSignal) => {
        const command = new s3.PutObjectCommand({ ...at(name), Body: bytes, ContentLength: bytes.length });
        await client.send(command, { abortSignal });
      }),
    get: (name, mostBytes) =>
      call(async (abortSignal) => {
        try {
          const { Body } = await client.send(new s3.GetObjectCommand(at(name)), { abortSignal });
          return await readAtMost(addAbortSignal(abortSignal, Body as Readable), mostBytes);
        } catch (error) {
          if ((error as Error).name === 'NoSuchKey') return undefined;
          throw error;
        }
      }),
    remove: (name) =>
      call(async (abortSignal) => {
        await client.send(new s3.DeleteObjectCommand(at(name)), { abortSignal });
      }),
  };
  return {
    ...opened,
    async check() {
      const [name, bytes] = [`check-${randomUUID()}`, Buffer.from('voltframe')];
      try {
        await opened.put(name, bytes);
        await opened.get(name, bytes.length);
        await opened.remove(name);
      } catch (error) {
        const { cause } = error as Error;
        if (!isRefusal(cause)) throw error;
        const reason = `${store} refuses to write, read or remove an object (${reasonOf(cause)})`;
        const fix = `${reason}. Correct the bucket, the region or the credentials: docs/operations.md, An object store.`;
        throw gatewayErrors.SETTING_INVALID({ name: 'BLOB_STORE', reason, fix }, cause);
      }
    },
  };
}

/** @returns undefined when there are more bytes; their rest is not read. */
async function readAtMost(body: Readable, mostBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

interface ClientError {
  name?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** Names of the errors that end a call at its time limit. */
const TOO_LATE = new Set(['TimeoutError', 'ETIMEDOUT', 'AbortError', 'ABORT_ERR']);

/** @returns the code of a failure: the store writes its name, so other text is left out. */
function reasonOf(error: unknown): string {
  const { name, code, $metadata } = error as ClientError;
  const text = code ?? name ?? '';
  if (TOO_LATE.has(text)) return 'no answer in time';
  const status = $metadata?.httpStatusCode;
  const named = /^[\w.-]{1,60}$/.test(text) ? text : 'unknown error';
  return status === undefined ? named : `${named}, status ${status}`;
}

/** @returns whether a repetition would fail too: without a region or credentials, or as the store said. */
function isRefusal(error: unknown): boolean {
  const { name, $metadata, message } = error as ClientError & Error;
  if (name === 'CredentialsProviderError' || message === 'Region is missing') return true;
  const status = $metadata?.httpStatusCode ?? 0;
  return status >= 300 && status < 500 && status !== 408 && status !== 429;
}
