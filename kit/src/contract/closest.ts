/** The most edits between a word and a suggestion: a third of its length, two at most. */
const most = (word: string): number => Math.min(2, Math.ceil(word.length / 3));

/**
 * @param word the typed word.
 * @param known the possible suggestions.
 * @returns the nearest of these when it is near enough; undefined when none is, or it is one of them.
 */
export function closest(word: string, known: readonly string[]): string | undefined {
  if (word.length > 64 || known.includes(word)) return undefined;
  let nearest: string | undefined;
  let fewest = most(word) + 1;
  for (const name of known) {
    const edits = editsBetween(word, name);
    if (edits < fewest) [nearest, fewest] = [name, edits];
  }
  return nearest;
}

/** @returns `Did you mean …?`, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const name = closest(word, known);
  return name === undefined ? '' : ` Did you mean ${name}?`;
}

/** Levenshtein's distance, two letters that changed places counting as one edit. */
function editsBetween(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(last[j]! + 1, row[j - 1]! + 1, changed, swapped ? before[j - 2]! + 1 : Infinity));
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}
