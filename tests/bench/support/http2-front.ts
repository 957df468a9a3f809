import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeCertificate } from '../../front/certificate.ts';

/** A proxy with TLS and HTTP/2 in front of an HTTP/1.1 server. */
export interface Http2Front {
  /** `https://127.0.0.1:43210` */
  url: string;
  stop(): Promise<void>;
}

/** Connection-specific headers of HTTP/1.1, which HTTP/2 forbids (RFC 9113 §8.2.2). */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding'];

/** @param origin address of the server. Its certificate is self-signed: browsers need a flag to accept it. */
export async function startHttp2Front(origin: string): Promise<Http2Front> {
  const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-tls-'));
  const { pem: cert, keyFile } = makeCertificate(folder);
  const key = readFileSync(keyFile);
  rmSync(folder, { recursive: true });
  const server = createSecureServer({ key, cert }, (incoming, answer) => {
    const headers = Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':'));
    const { method } = incoming;
    const passed = request(
      new URL(incoming.url, origin),
      { method, headers: Object.fromEntries(headers) },
      (answered) => {
        const forwarded = Object.entries(answered.headers).filter(([name]) => !OF_CONNECTION.includes(name));
        answer.writeHead(answered.statusCode!, Object.fromEntries(forwarded));
        answered.pipe(answer.stream);
      },
    );
    passed.on('error', () => answer.stream.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => sessions.add(session));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
