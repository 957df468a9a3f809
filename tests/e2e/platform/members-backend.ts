import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

export interface MembersBackend {
  url: string;
  stop(): void;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

const json = (response: ServerResponse, status: number, value: unknown): unknown =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

/** Readers of the news. */
const readers = new Set<ServerResponse>();

/** Method and path → answer. */
const HANDLERS: Record<string, Handler> = {
  'GET /api/me': (request, response) =>
    request.headers.cookie === 'sid=ada' ? json(response, 200, { name: 'Ada' }) : json(response, 401, {}),
  'GET /api/bills/7': (_, response) =>
    response
      .writeHead(200, {
        'content-type': 'application/pdf',
        'content-disposition': 'inline; filename="May.pdf"',
      })
      .end('%PDF-1.7 of Ada'),
  'GET /api/bills/8': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<script>document.title = "evil"</script>'),
  async 'POST /api/photos'(request, response) {
    const form = await new Response(Readable.toWeb(request) as BodyInit, {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData();
    const { name, type, size } = form.get('photo') as File;
    const location = `/members/hall?${new URLSearchParams({ photo: `${name} ${type} ${size}` })}`;
    return request.headers.accept === 'text/html'
      ? response.writeHead(303, { location }).end()
      : json(response, 201, { name, type, size });
  },
  'GET /api/news'(request, response) {
    if (request.headers.cookie !== 'sid=ada') return json(response, 401, {});
    readers.add(response.on('close', () => readers.delete(response)));
    return response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .write('data: {"text":"Welcome"}\n\n');
  },
  async 'POST /api/news'(request, response) {
    const news = await text(request);
    for (const reader of readers) reader.write(`data: ${news}\n\n`);
    return response.writeHead(204).end();
  },
  'DELETE /api/session': (_, response) =>
    response.writeHead(204, { 'set-cookie': 'sid=; Max-Age=0; HttpOnly' }).end(),
  async 'POST /api/session'(request, response) {
    const form = new URLSearchParams(await text(request));
    if (form.get('name') !== 'Ada') return json(response, 422, {});
    const location = form.get('to') ?? '/members/orders';
    return response.writeHead(303, { location, 'set-cookie': 'sid=ada; HttpOnly' }).end();
  },
};

/** Starts a backend that knows one member, Ada. */
export async function startMembersBackend(): Promise<MembersBackend> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://backend');
    const handle = HANDLERS[`${request.method} ${pathname}`];
    if (handle) handle(request, response);
    else json(response, 404, {});
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
