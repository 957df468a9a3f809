import type { RequestListener } from 'node:http';
import { type Attack, attacksOn, type Case } from '../attack.ts';
import { type HostileSite } from '../hostile-site.ts';
import { sendWithoutEnd } from '../lying-server.ts';
import { times, visits } from './visitor-requests.ts';

/** What the public icon service may answer; its icon is asked for, and what came is told. */
const service = (name: string, ends: RegExp, does: RequestListener): Case => [
  name,
  ends,
  async (site: HostileSite) => {
    site.icons.does(does);
    try {
      return await site.visit('/api/_nuxt_icon/mdi.json?icons=x');
    } finally {
      site.icons.does(undefined);
    }
  },
];
const draws = (name: string, body: string): Case =>
  service(name, /^(?!.*(script|onload|javascript|evil))(200|404|502) /i, (_, response) =>
    response.end(JSON.stringify({ prefix: 'mdi', icons: { x: { body } } })),
  );
const FAILED = /^502 /;

export const iconAttacks: Attack[] = [
  ...attacksOn('the icon service', [
    service('an answer without end', FAILED, (_, response) => sendWithoutEnd(response)),
    service('an answer of 20 MB', FAILED, (_, response) => void response.end(' '.repeat(20_000_000))),
    service('an answer that never comes', FAILED, () => {}),
    service('a redirect to another host', FAILED, (_, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/mdi.json' }).end();
    }),
    service('no JSON', FAILED, (_, response) => void response.end('<html>')),
    service('a prototype', /^(200|404|502) (?!.*owned)/, (_, response) => {
      response.end('{"icons":{"__proto__":{"body":"<path d=\'owned\'/>"},"x":7}}');
    }),
    draws('a drawing with a script', '<script>alert(1)</script><path d="M0 0"/>'),
    draws('a drawing that runs when it is loaded', '<path d="M0 0" onload="alert(1)"/>'),
    draws('a drawing of another site', '<image href="https://evil.example/x.svg"/>'),
    draws('a drawing with a link', '<a href="javascript:alert(1)"><path d="M0 0"/></a>'),
    draws('a drawing with foreign elements', '<foreignObject><img src=x onload=alert(1)></foreignObject>'),
  ]),
  ...attacksOn('icons', [
    visits('of a collection that is a path', /^40\d /, '/api/_nuxt_icon/..%2f..%2fetc.json?icons=a'),
    visits(
      'of a name that every object has',
      /^(200|40\d) /,
      '/api/_nuxt_icon/__proto__.json?icons=constructor',
    ),
    visits(
      'by the thousand',
      /^(200|40\d) /,
      `/api/_nuxt_icon/lucide.json?icons=${times(1_000, (index) => `a${index}`).join(',')}`,
    ),
  ]),
];
