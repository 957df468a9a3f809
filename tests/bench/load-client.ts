/**
 * Requests a URL repeatedly over keep-alive connections, in a separate process; prints the number of answers.
 *
 *   node load-client.ts <url, `{n}` in it counts up> <accept-encoding> <connections> <ms>
 */
import { connect } from 'node:net';

const [template, encoding, connections, milliseconds] = process.argv.slice(2);
const { hostname, port, origin } = new URL(template!);
const target = template!.slice(origin.length);
const started = Date.now();

let answers = 0;
let requests = 0;

for (let i = 0; i < Number(connections); i++) {
  const socket = connect(Number(port), hostname, () => socket.write(request()));
  let head = '';
  /** Missing bytes of the answer; undefined until its head is complete. */
  let missing: number | undefined;
  socket.on('error', (error) => fail(error.message));
  socket.on('data', (chunk: Buffer) => {
    if (missing === undefined) {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      missing = bodyLength(head.slice(0, end)) - (head.length - end - 4);
    } else missing -= chunk.length;
    if (missing > 0) return;
    missing = undefined;
    head = '';
    answers++;
    socket.write(request());
  });
}

setTimeout(() => {
  console.log(answers);
  process.exit(0);
}, Number(milliseconds));

function request(): string {
  // Unique in all runs, so that no cache contains the address.
  const path = target.replace('{n}', `${started}-${requests++}`);
  return `GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\naccept-encoding: ${encoding}\r\n\r\n`;
}

function bodyLength(head: string): number {
  if (!head.startsWith('HTTP/1.1 200')) fail(head.split('\r\n')[0]!);
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1]);
  return Number.isFinite(length) ? length : fail('an answer without content-length');
}

function fail(reason: string): never {
  console.error(reason);
  process.exit(1);
}
