/** The reference of cached-page: a bare node:http server that answers with the headers and bytes of a URL. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

const chunks: Buffer[] = [];
const headers: string[] = [];
await new Promise<void>((done, fail) => {
  request(process.argv[2]!, { headers: { 'accept-encoding': 'br' } }, (response) => {
    const { rawHeaders } = response;
    for (let i = 0; i < rawHeaders.length; i += 2)
      if (!/^(date|connection|keep-alive)$/i.test(rawHeaders[i]!))
        headers.push(rawHeaders[i]!, rawHeaders[i + 1]!);
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', done);
  })
    .on('error', fail)
    .end();
});
const body = Buffer.concat(chunks);

const server = createServer((_, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
