import { expect, it } from 'vitest';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { describeVerdict } from '../../../src/cli/output/verdict-text.ts';

const verdict: Verdict = {
  accepted: true,
  activated: false,
  releases: [{ app: 'blog', digest: 'a'.repeat(64) }],
  checks: [],
  composition: 'c'.repeat(32),
};
const defect = { code: 'ADMISSION_ROUTE', app: 'blog', reason: 'one\ntwo', fix: 'Take\u001b[31m another.' };

const CASES: { of: string; verdict: Partial<Verdict>; says: string }[] = [
  { of: 'one that is live', verdict: { activated: true }, says: 'live, in composition cccccccccccc' },
  { of: 'one that was only checked', verdict: {}, says: 'every check passed; nothing was activated' },
  {
    of: 'one that is held',
    verdict: { waiting: { for: 'freeze', reason: 'campaign' } },
    says: 'accepted, but waits (freeze): campaign',
  },
  {
    of: 'a refused one',
    verdict: { accepted: false, checks: [defect] },
    says: 'refused, one defect; nothing has changed\n\n  ADMISSION_ROUTE (blog)\n  one two\n  → Take [31m another.',
  },
  {
    of: 'one with two defects',
    verdict: { accepted: false, checks: [defect, defect] },
    says: 'refused, 2 defects;',
  },
  {
    of: 'one that is live and leaves something to mend',
    verdict: {
      activated: true,
      warnings: [
        { ...defect, owner: 'news', digest: 'd'.repeat(64), lost: { kind: 'link', name: '/blog/a' } },
      ],
    },
    says: 'live, in composition cccccccccccc\n\n  warning ADMISSION_ROUTE (for news)\n  one two\n  → Take [31m another.',
  },
  {
    of: 'a preview',
    verdict: { previewUrl: 'http://site.test/?preview=x', previewUntil: 0 },
    says: 'accepted; look at it here:\n\n  http://site.test/?preview=x',
  },
];

it.each(CASES)('says of $of what became of it', ({ verdict: part, says }) => {
  expect(describeVerdict({ ...verdict, ...part })).toContain(`blog aaaaaaaaaaaa: ${says}`);
});

it('says how long a preview works', () => {
  const text = describeVerdict({ ...verdict, previewUrl: 'http://site.test/', previewUntil: 60_000 });
  expect(text).toContain('works until 1970-01-01 00:01:00Z; publish without --preview');
});
