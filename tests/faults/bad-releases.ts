/**
 * Pushes every bad release of the corpus to a running site: each has to be refused, naming its defect, and nothing
 * that is live may change. Then pushes good changes as teams make them: none may be refused.
 *   npm run fault -- bad-releases [goodChanges=all]
 */
import { BAD_RELEASES } from './bad-release-corpus.ts';
import { startFaultGateway } from './fault-gateway.ts';
import { GOOD_CHANGES } from './good-changes.ts';
import { APPS, defectsOf, liveBytes, pushBad, pushDrafts, readDraft } from './push-drafts.ts';

const goodChanges = Number(process.argv[2] ?? GOOD_CHANGES.length);

const gateway = await startFaultGateway({ env: { ADMISSION_HYDRATION: '1' } });
let failures = 0;
try {
  const first = await pushDrafts(gateway, APPS.map(readDraft));
  check(
    'the four good apps go live together',
    first.status === 200 && first.verdict?.activated === true,
    JSON.stringify(first.verdict),
  );
  const before = await liveBytes(gateway);
  for (const bad of BAD_RELEASES) {
    const pushed = await pushBad(gateway, bad);
    const said = defectsOf(pushed);
    // Refused, and nothing but the one defect is named.
    const named = said.length > 0 && said.every((defect) => bad.says.test(defect));
    check(
      `${bad.kind}: ${bad.name}`,
      pushed.status >= 400 && pushed.status < 500 && named,
      `${pushed.status} ${said.join('\n        ') || pushed.text.slice(0, 300)}`,
    );
  }
  check('live bytes are unchanged', (await liveBytes(gateway)) === before);
  let refused = 0;
  const wanted = Array.from(
    { length: goodChanges },
    (_, index) => GOOD_CHANGES[index % GOOD_CHANGES.length]!,
  );
  for (const [index, good] of wanted.entries()) {
    const draft = readDraft(good.app);
    const mark = `Change ${index} of ${wanted.length}`;
    const shownAt = good.apply(draft, mark);
    const { verdict, text } = await pushDrafts(gateway, [draft]);
    if (!verdict?.activated) {
      refused++;
      console.log(`REFUSED ${good.app}: ${good.kind}\n        ${text.slice(0, 500)}`);
    } else if (!(await (await fetch(gateway.url + shownAt)).text()).includes(mark)) {
      check(`${shownAt} shows the change of ${good.app}: ${good.kind}`, false);
    }
  }
  const kindsOfGood = new Set(wanted.map(({ kind }) => kind)).size;
  check(`${wanted.length} good changes of ${kindsOfGood} kinds: ${refused} refused`, refused === 0);
} finally {
  await gateway.stop();
}
const kinds = new Set(BAD_RELEASES.map(({ kind }) => kind)).size;
console.log(`${BAD_RELEASES.length} bad releases of ${kinds} kinds; ${failures} checks failed`);
process.exitCode = failures === 0 ? 0 : 1;

function check(what: string, ok: boolean, detail = ''): void {
  if (!ok) failures++;
  console.log(ok ? `ok      ${what}` : `FAILED  ${what}\n        ${detail}`);
}
