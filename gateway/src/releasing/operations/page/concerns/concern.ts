/** Something that is not as it should be, in one line. */
export interface Concern {
  /** `bad`: visitors may notice; `warn`: a team has to do something. */
  tone: 'bad' | 'warn';
  /** Whose it is; absent: the operators'. */
  app?: string;
  text: string;
  /** Where more is said, on this page or another one. */
  href?: string;
}

/** @returns what visitors may notice first; then what is `own` of who looks. @param own app of a team */
export function sortConcerns(concerns: Concern[], own: string | null): Concern[] {
  const weight = ({ tone, app }: Concern): number => (tone === 'bad' ? 0 : 2) + (app === own ? 0 : 1);
  return concerns.toSorted((a, b) => weight(a) - weight(b));
}
