import { triedAgain, type Verdict } from '../../contract/operations/verdict.ts';
import { describeChanges } from './measured-text.ts';
import { printable, shortDigest, timeText } from './text-table.ts';

/** @returns what became of a release, for people. */
export function describeVerdict(verdict: Verdict): string {
  const { checks, warnings = [], measured = [], previewUrl, previewUntil } = verdict;
  const names = verdict.releases.map(({ app, digest }) => `${app} ${shortDigest(digest)}`).join(', ');
  const lines = [`${names}: ${outcome(verdict)}`];
  for (const { code, app, reason, fix } of checks)
    lines.push('', `  ${code} (${app})`, `  ${printable(reason)}`, `  → ${printable(fix)}`);
  for (const { code, owner, reason, fix } of warnings)
    lines.push('', `  warning ${code} (for ${owner})`, `  ${printable(reason)}`, `  → ${printable(fix)}`);
  for (const release of measured) {
    const changes = describeChanges(release);
    if (changes !== undefined) lines.push('', changes.replaceAll(/^/gm, '  '));
  }
  if (previewUrl) lines.push('', `  ${previewUrl}`);
  if (previewUntil)
    lines.push(`  works until ${timeText(previewUntil)}; publish without --preview to make it live`);
  return lines.join('\n');
}

function outcome({ accepted, activated, waiting, composition, checks, previewUrl }: Verdict): string {
  if (activated) return `live, in composition ${shortDigest(composition)}`;
  if (waiting?.for === 'app')
    return `refused for now: ${printable(waiting.reason)}; ${triedAgain(waiting.apps ?? [])}`;
  if (waiting) return `accepted, but waits (${waiting.for}): ${printable(waiting.reason)}`;
  if (!accepted)
    return `refused, ${checks.length === 1 ? 'one defect' : `${checks.length} defects`}; nothing has changed`;
  return previewUrl ? 'accepted; look at it here:' : 'every check passed; nothing was activated';
}
