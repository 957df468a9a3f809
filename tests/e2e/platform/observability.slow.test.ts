import type { ErrorGroup, ErrorGroupList } from '@voltframe/kit/contract/operations/error-groups';
import { operationPath } from '@voltframe/kit/contract/operations/operations';
import type { NewToken } from '@voltframe/kit/contract/operations/credentials';
import { afterAll, beforeAll, expect } from 'vitest';
import { draftIn } from '../../faults/draft-release.ts';
import { type FaultGateway, startFaultGateway } from '../../faults/fault-gateway.ts';
import { pushDrafts } from '../../faults/push-drafts.ts';
import { test as base } from '../site-test.ts';
import { FAULTS, meetFaults, type StartVisit, unlucky } from './meet-faults.ts';
import { MEMBERS_SOURCES } from './members-site.ts';
import { open } from './members-visit.ts';
import { buildNextEdition, builtEdition, type Edition } from './two-editions.ts';

type Fault = Pick<ErrorGroup, 'kind' | 'message' | 'route'> & {
  ofServer?: true;
  /** Absent if no line of a source ran. */
  at?: [file: string, text: string];
};

const inRoom = (kind: Fault['kind'], file: string, message: string): Fault => ({
  kind,
  message,
  at: [file, message],
  route: 'members.room',
  ofServer: true,
});
const inFaults = (kind: Fault['kind'], message: string, text = message): Fault => ({
  kind,
  message,
  at: ['faults.tsx', text],
  route: 'members.faults',
});
const IN_LOADER = 'secret detail of the kitchen';
const IN_COMPONENT = 'A fault in a component';
const PLANTED: Fault[] = [
  inRoom('loader', 'room.server.ts', IN_LOADER),
  inRoom('render', 'room.tsx', 'A fault on the server'),
  inFaults('render', IN_COMPONENT),
  inFaults('hydration', 'A fault while hydrating'),
  inFaults('promise', 'A fault in a promise'),
  inFaults('csp', 'connect-src blocked https://elsewhere.example', 'fetch(FORBIDDEN)'),
  {
    kind: 'chunk',
    message: 'The remote "members" did not load within 4000 ms',
    route: 'members.faults',
  },
];

let gateway: FaultGateway;
let next: Awaited<ReturnType<typeof buildNextEdition>>;
/** Tokens of the fixture's team and of another team. */
let members: string;
let legal: string;
beforeAll(async () => {
  const RELEASES = ['shell=shell/dist', 'legal=mfe-legal/dist'].join();
  [gateway, next] = await Promise.all([
    startFaultGateway({ env: { RELEASES, ...MEMBERS_SOURCES } }),
    buildNextEdition(),
  ]);
  [members, legal] = [await tokenOf('members'), await tokenOf('legal')];
});
afterAll(async () => {
  await gateway.stop();
  next.remove();
});

const test = base.extend('siteUrl', () => gateway.url);

/** Calls the operations API. @throws with the status of a refusal */
async function ask<Answer>(path: string, token = members, body?: object): Promise<Answer> {
  const response = await fetch(gateway.opsUrl + path, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} is answered ${response.status}`);
  return (await response.json()) as Answer;
}
async function tokenOf(app: string): Promise<string> {
  return (await ask<NewToken>('/-/tokens', gateway.token, { role: 'team', app })).token;
}
async function goLive({ folder }: Edition): Promise<void> {
  const { text, verdict } = await pushDrafts(gateway, [draftIn(`${folder}/dist`)]);
  expect(verdict ?? text).toMatchObject({ accepted: true, activated: true });
}
const errorsOf = async ({ digest }: Edition): Promise<ErrorGroup[]> =>
  (await ask<ErrorGroupList>(operationPath('errors', {}, { release: digest }))).groups;

const byMessage = (one: { message: string }, other: { message: string }): number =>
  one.message.localeCompare(other.message);

/** @returns the known errors of a release */
async function seenOf(edition: Edition): Promise<object[]> {
  const seen = (await errorsOf(edition)).map(
    ({ app, release, source, kind, message, place, route, browser, times, isNew }) => ({
      app,
      release,
      kind,
      message,
      place,
      route,
      source,
      browser,
      times,
      isNew,
    }),
  );
  return seen.toSorted(byMessage);
}

/** @returns the planted errors in the same form, and the error of the event, which no other release has */
function plantedIn({ digest, placeOf, event }: Edition, eventTimes: number, areNew: boolean): object[] {
  const faults = [...PLANTED, inFaults('event', event)].map(({ at, ofServer, ...fault }) => {
    const isEvent = fault.message === event;
    const times = isEvent ? eventTimes : 1;
    return {
      ...fault,
      app: 'members',
      release: digest,
      place: at && placeOf(...at),
      ...(ofServer ? { source: 'unlisted' } : { source: 'browser', browser: 'chromium' }),
      times,
      isNew: areNew || isEvent,
    };
  });
  return faults.toSorted(byMessage);
}

const MEASURED = { ttfb: expect.any(Number), hydration: expect.any(Number) };

/** @returns the number of measurements of each vital for views of the release */
async function measuredOf({ digest }: Edition): Promise<Record<string, number>> {
  const headers = { authorization: `Bearer ${gateway.token}` };
  const metrics = await (await fetch(`${gateway.opsUrl}/-/metrics`, { headers })).text();
  const counts = metrics.matchAll(
    /^voltframe_release_vital_seconds_count\{app="members",release="(\w+)",route="\w+",vital="(\w+)"\} (\d+)$/gm,
  );
  const own = [...counts].filter(([, release]) => release === digest.slice(0, 12));
  return Object.fromEntries(own.map(([, , vital, times]) => [vital, Number(times)]));
}

/** Triggers all faults for visitors of a release, and waits for their reports. */
async function expectFound(edition: Edition, areNew: boolean, visit: StartVisit): Promise<void> {
  const isCspReported = async (): Promise<boolean> =>
    (await errorsOf(edition)).some(({ kind }) => kind === 'csp');
  const { inPage, inLoader } = await meetFaults(visit, isCspReported);
  await expect.poll(() => seenOf(edition)).toEqual(plantedIn(edition, 1, areNew));
  const shown: [id: string, message: string][] = [
    [inPage.id, IN_COMPONENT],
    [inLoader.id, IN_LOADER],
  ];
  for (const [id, message] of shown) {
    const path = operationPath('error', { id });
    const { groups } = await ask<ErrorGroupList>(path);
    // The release before has it, too: its id is of the message.
    expect(groups).toHaveLength(areNew ? 1 : 2);
    expect(groups[0]).toMatchObject({ id, release: edition.digest, message });
    await expect(ask(path, legal)).rejects.toThrow('404');
  }
  await inPage.page.goto('about:blank');
  await expect.poll(() => measuredOf(edition)).toMatchObject(MEASURED);
}

test('errors of two releases are stored under app, release, file and line, and nowhere else', async ({
  visit,
}) => {
  const first = builtEdition();
  await goLive(first);
  await expectFound(first, true, visit);
  const old = await unlucky(visit);
  await open(old, FAULTS);

  await goLive(next);
  await old.page.getByRole('button', { name: 'event' }).click();
  await expectFound(next, false, visit);

  // An error of an older page is stored under the release of that page.
  await expect.poll(() => seenOf(first)).toEqual(plantedIn(first, 2, true));
  expect(await measuredOf(first)).toMatchObject(MEASURED);
  const all = await ask<ErrorGroupList>('/-/errors', gateway.token);
  expect(all.more).toBe(false);
  expect(all.groups).toHaveLength(2 * (PLANTED.length + 1));
  expect((await ask<ErrorGroupList>('/-/errors', legal)).groups).toEqual([]);
});
