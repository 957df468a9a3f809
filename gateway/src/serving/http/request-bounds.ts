import { STATUS_CODES, type IncomingMessage, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { PlatformError } from '@voltframe/kit/errors/define-errors';
import { toPageError } from '@voltframe/kit/errors/page-error';
import { gatewayErrors } from '../../platform/errors.ts';
import { servingErrors } from '../serving-errors.ts';

/** Longest address, and all header fields of a request together; in bytes. */
export const ADDRESS_MAX_BYTES = 8 * 1024;
const HEADERS_MAX_BYTES = 16 * 1024;

/**
 * Option of `http.createServer`, in bytes: its parser reads more than a request may have. Of a larger request it gives
 * the last packet only, which may not tell whether the address or the headers are too long. Node reads 64 KB at a
 * time, so that of a request that arrives at once this is the first packet.
 */
export const MAX_HEADER_SIZE = 56 * 1024;

interface RequestBoundsOptions {
  /** Headers of every answer, by name. */
  headers(): Readonly<Record<string, string>>;
  refused(status: number): void;
}

/** @returns refuses a request that is too large or whose address or host is ambiguous; passes others to `next`. */
export function createRequestBounds(options: RequestBoundsOptions, next: RequestListener): RequestListener {
  return (request, response) => {
    const defect = requestDefect(request);
    if (!defect) return next(request, response);
    const { status, body, fields } = smallAnswer(defect);
    // The connection may still carry the rest of the refused request.
    response.writeHead(status, { ...options.headers(), ...fields, connection: 'close' });
    response.end(request.method === 'HEAD' ? undefined : body);
    options.refused(status);
  };
}

function requestDefect({
  url = '',
  rawHeaders,
}: Pick<IncomingMessage, 'url' | 'rawHeaders'>): PlatformError | undefined {
  if (url.length > ADDRESS_MAX_BYTES) return servingErrors.ADDRESS_TOO_LONG();
  // A proxy in front may have used the host of an absolute address (RFC 9112 §3.2.2), or another `Host`.
  if (url[0] !== '/') return gatewayErrors.BAD_REQUEST({ reason: 'its target is not a path' });
  let bytes = 0;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    bytes += name.length + rawHeaders[index + 1]!.length;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (bytes > HEADERS_MAX_BYTES) return servingErrors.HEADERS_TOO_LARGE();
  return hosts > 1 ? gatewayErrors.BAD_REQUEST({ reason: 'it names its host twice' }) : undefined;
}

interface ParserError extends Error {
  code?: string;
  /** The last received bytes. */
  rawPacket?: unknown;
}

/** `clientError`: a request that the parser refused. There is no request object, only the connection. */
export function refuseConnection(error: ParserError, socket: Socket): void {
  if (socket.destroyed || error.code === 'ECONNRESET') return;
  if (socket.writable) {
    const { status, body, fields } = smallAnswer(parserDefect(error));
    const lines = Object.entries({ ...fields, connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  }
  socket.destroySoon();
}

function parserDefect({ code, rawPacket }: ParserError): PlatformError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return servingErrors.REQUEST_SLOW();
  if (code !== 'HPE_HEADER_OVERFLOW') return gatewayErrors.BAD_REQUEST({ reason: 'it is not HTTP' });
  const packet = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, ADDRESS_MAX_BYTES) : '';
  return IN_ADDRESS.test(packet) ? servingErrors.ADDRESS_TOO_LONG() : servingErrors.HEADERS_TOO_LARGE();
}

/** A part of an address, with or without the method before it: headers have spaces, between cookies too. */
const IN_ADDRESS = /^(?:[A-Z]+ )?[^\s]+$/;

/**
 * A script of any release, or another host of the same domain, can set cookies that exceed the limit. Without this
 * header (Clear Site Data §3.1) such a browser gets no page of the site any more, also after a rollback of the release.
 * The browser removes the cookies of the whole domain, because it does not tell which host has set them.
 */
const WITHOUT_COOKIES = { 'clear-site-data': '"cookies"' };

/** JSON for every request, because no page of the site links to such an address. */
function smallAnswer(error: PlatformError) {
  const shown = toPageError(error);
  const body = JSON.stringify(shown);
  const fields = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    ...(shown.status === 431 && WITHOUT_COOKIES),
  };
  return { status: shown.status, body, fields };
}
