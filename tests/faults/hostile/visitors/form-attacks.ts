import { type Attack, attacksOn } from '../attack.ts';
import type { HostileSite } from '../hostile-site.ts';
import { posts } from './visitor-requests.ts';

const CV = `%PDF-1.7\n${'x'.repeat(300_000)}\n%%EOF`;

/** An application, as a browser without JavaScript sends it. */
async function apply({ gateway }: HostileSite, index: number): Promise<number> {
  const form = new FormData();
  const fields = {
    name: 'Mallory',
    email: `m${index}@example.com`,
    message: `I am number ${index}`,
    consent: 'yes',
  };
  for (const [name, value] of Object.entries({
    ...fields,
    role: await roleOf(gateway.url),
    elapsedMs: '9000',
  }))
    form.set(name, value);
  form.set('cv', new Blob([`${CV}${index}`], { type: 'application/pdf' }), 'cv.pdf');
  const headers = { accept: 'application/json', 'x-forwarded-for': `192.0.2.${index}` };
  const response = await fetch(`${gateway.url}/api/applications`, { method: 'POST', body: form, headers });
  await response.arrayBuffer();
  return response.status;
}

async function roleOf(url: string): Promise<string> {
  const page = await (await fetch(`${url}/careers`)).text();
  return /href="\/careers\/([\w-]+)"/.exec(page)?.[1] ?? '';
}

export const formAttacks: Attack[] = [
  ...attacksOn('unbounded CVs', [
    [
      'ten of 300 KB with a limit of one megabyte',
      /^200 200 200 (507 )+then 200$/,
      async (site) => {
        const statuses: number[] = [];
        for (let index = 1; index <= 10; index++) statuses.push(await apply(site, index));
        // Forms without files still work.
        const contact = await fetch(`${site.gateway.url}/api/subscribe`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'ada@example.com', elapsedMs: 9_000 }),
        });
        return `${statuses.join(' ')} then ${contact.status}`;
      },
    ],
  ]),
  ...attacksOn('posts', [
    posts(
      'of 2 MB',
      /^(413 |it threw TypeError: fetch failed)/,
      '/api/contact',
      `{"a":"${'x'.repeat(2_000_000)}"}`,
    ),
    posts('from another site', /^403 /, '/api/contact', '{}', {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    }),
    posts('of 5,000 levels', /^4\d\d /, '/api/contact', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
    posts(
      'with __proto__ and constructor',
      /^4\d\d /,
      '/api/contact',
      '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}',
    ),
    posts(
      'with a page of another form in the referer',
      /^422 (?![\s\S]*<title>[^<]*Careers)[\s\S]*value="mallory"/,
      '/api/subscribe',
      'email=mallory',
      {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html',
        referer: 'http://site.example/careers',
      },
    ),
    posts('to an unknown form', /^404 /, '/api/constructor', '{}'),
    posts('to a page', /^(404|405) /, '/about', '{}'),
  ]),
];
