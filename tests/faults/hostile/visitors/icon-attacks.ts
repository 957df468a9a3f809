import type { RequestListener } from 'node:http';
import { type Attack, attacksOn, type Case } from '../attack.ts';
import { type HostileSite } from '../hostile-site.ts';
import { sendWithoutEnd } from '../lying-server.ts';
import { times, visits } from './visitor-requests.ts';

/** Requests an icon while the public icon service answers with `does`. */
const service = (name: string, expected: RegExp, does: RequestListener): Case => [
  name,
  expected,
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
    service('an endless answer', FAILED, (_, response) => sendWithoutEnd(response)),
    service('an answer of 20 MB', FAILED, (_, response) => void response.end(' '.repeat(20_000_000))),
    service('no answer', FAILED, () => {}),
    service('a redirect to another host', FAILED, (_, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/mdi.json' }).end();
    }),
    service('an answer that is not JSON', FAILED, (_, response) => void response.end('<html>')),
    service('an icon named __proto__', /^(200|404|502) (?!.*owned)/, (_, response) => {
      response.end('{"icons":{"__proto__":{"body":"<path d=\'owned\'/>"},"x":7}}');
    }),
    draws('a drawing with a script', '<script>alert(1)</script><path d="M0 0"/>'),
    draws('a drawing that runs when it is loaded', '<path d="M0 0" onload="alert(1)"/>'),
    draws('a drawing of another site', '<image href="https://evil.example/x.svg"/>'),
    draws('a drawing with a link', '<a href="javascript:alert(1)"><path d="M0 0"/></a>'),
    draws('a drawing with foreign elements', '<foreignObject><img src=x onload=alert(1)></foreignObject>'),
  ]),
  ...attacksOn('icons', [
    visits('of a path as the collection', /^40\d /, '/api/_nuxt_icon/..%2f..%2fetc.json?icons=a'),
    visits(
      'of a property of Object.prototype',
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
