import { type Attack, attacksOn } from '../attack.ts';
import { flood, posts, times } from './visitor-requests.ts';

const forgeries =
  (count: number, addressOf: (index: number) => string): Attack['run'] =>
  async (site) => {
    const { apps, composition } = JSON.parse(
      (await site.operate(site.gateway.token, 'GET', '/-/status')).slice(4),
    ) as {
      apps: { app: string; live: string }[];
      composition: { id: string };
    };
    await site.publish(() => {}); // the live release again
    await flood(
      site,
      times(count, () => '/-/reports'),
      (index) => ({
        method: 'POST',
        body: JSON.stringify({
          version: 2,
          composition: composition.id,
          device: 'small',
          errors: [{ app: 'blog', kind: 'hydration', message: `no ${index}`, times: 1_000 }],
        }),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(index) },
      }),
    );
    const after = await site.operate(site.gateway.token, 'GET', '/-/status');
    return apps.every(({ live }) => after.includes(live)) ? 'nothing went back' : 'a release went back';
  };

export const reportAttacks: Attack[] = [
  ...attacksOn('reports of failures', [
    ['of one visitor', /^nothing went back$/, forgeries(30, () => '192.0.2.1')],
    [
      'of one IPv6 network',
      /^nothing went back$/,
      forgeries(30, (index) => `2001:db8::${(index + 1).toString(16)}`),
    ],
    posts('from another site', /^4\d\d /, '/-/reports', '{}', {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    }),
    posts(
      'about a property of Object.prototype',
      /^4\d\d /,
      '/-/reports',
      `{"version":2,"composition":"${'0'.repeat(32)}","device":"small","errors":[{"app":"constructor","kind":"chunk","message":"","times":1}]}`,
    ),
    posts(
      'of the previous format',
      /^400 /,
      '/-/reports',
      `{"composition":"${'0'.repeat(32)}","app":"blog","kind":"chunk"}`,
    ),
    posts('of 1 MB', /^413 /, '/-/reports', `{"version":2,"a":"${'x'.repeat(1_000_000)}"}`),
  ]),
  ...attacksOn('the operations port', [
    [
      'a hundred wrong tokens, then the right one',
      /^200 /,
      async (site) => {
        for (let index = 0; index < 100; index++)
          await site.operate(`${'x'.repeat(40)}${index}`, 'GET', '/-/status');
        return site.operate(site.gateway.token, 'GET', '/-/status');
      },
    ],
    ['no token', /^(401|429) /, (site) => site.operate('', 'GET', '/-/status')],
  ]),
];
