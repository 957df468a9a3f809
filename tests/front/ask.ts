import { type IncomingHttpHeaders, request as requestPlain } from 'node:http';
import { request as requestSecurely } from 'node:https';

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Local address of the connection. */
  from?: string;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a request over a new connection, and accepts any certificate. Follows no redirect and decompresses nothing. */
export function ask(url: string, asked: Asked = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, from = '127.0.0.1' } = asked;
  const request = url.startsWith('https:') ? requestSecurely : requestPlain;
  return new Promise((resolve, reject) => {
    const options = { method, headers, localAddress: from, agent: false, rejectUnauthorized: false };
    const sent = request(url, { ...options, family: 4 }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString('latin1');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
