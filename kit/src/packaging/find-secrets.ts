/** A secret in what would be sent to everybody, or be kept with each release. */
export interface FoundSecret {
  /** Counted from 1. */
  line: number;
  /** Counted from 1; of a minified script the line says nothing. */
  column: number;
  /** What it is. */
  what: string;
  /** Its text, for comparison with what is allowed: not to be shown. */
  text: string;
}

interface SecretRule {
  what: string;
  /**
   * Begins with a fixed text or a short one, and repeats so often and no more: a long file takes as long as it is long.
   */
  pattern: RegExp;
  /** In every match: most files have none of these, and to search for a text is cheaper than a pattern. */
  holds?: string;
  /** Whether chance made it: words and names are none. */
  random?: boolean;
}

/** The formats of tokens as their issuers document them. */
const RULES: SecretRule[] = [
  { what: 'a private key', pattern: /-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY-----/g },
  { what: 'a token of this platform', pattern: /\bvf_[\w-]{43}(?![\w-])/g, holds: 'vf_', random: true },
  { what: 'an AWS access key', pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  { what: 'a GitHub token', pattern: /\bgh[pousr]_[A-Za-z0-9]{36,255}\b/g },
  { what: 'a GitHub token', pattern: /\bgithub_pat_\w{22,255}\b/g },
  { what: 'a GitLab token', pattern: /\bglpat-[\w-]{20,64}/g, holds: 'glpat-' },
  { what: 'a Slack token', pattern: /\bxox[abeprs]-[\w-]{10,250}/g, holds: 'xox' },
  { what: 'a Slack address', pattern: /\bhooks\.slack\.com\/services\/T\w{6,12}\/B\w{6,12}\/\w{20,30}/g },
  { what: 'a Stripe key', pattern: /\b[rs]k_live_[A-Za-z0-9]{16,250}/g, holds: 'k_live_' },
  { what: 'a Google API key', pattern: /\bAIza[\w-]{35}(?![\w-])/g, holds: 'AIza' },
  { what: 'an npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { what: 'an Anthropic or OpenAI key', pattern: /\bsk-(?:ant|proj|svcacct)-[\w-]{32,250}/g, holds: 'sk-' },
  { what: 'a SendGrid key', pattern: /\bSG\.[\w-]{22}\.[\w-]{43}/g, holds: 'SG.' },
  {
    what: 'a signed token (JWT)',
    // Not at every place of a long run of its own characters: each would be read a thousand characters on.
    pattern: /\beyJ(?<=(?<![\w-])(?:[\w-]{0,40}-)?eyJ)[\w-]{10,1000}\.eyJ[\w-]{10,2000}\.[\w-]{20,1000}/g,
  },
  {
    what: 'an address with a password',
    pattern:
      /\b(?:postgres|postgresql|mysql|mongodb|redis|amqps?|smtps?|https?):\/\/[^\s:@/"'`$]{1,60}:[^\s:@/"'`$]{3,100}@/g,
  },
  {
    what: 'a text of chance beside a telling name',
    pattern:
      /(?:api_?key|secret|passw(?:or)?d|access_?token|auth_?token|private_?key)["']?\s{0,3}[:=]\s{0,3}["'`]([\w+/=~.-]{20,200})["'`]/gi,
    random: true,
  },
];
/** Bits of chance in each character: base64 of chance has 4 and more, words and paths less. */
const LEAST_ENTROPY = 3.6;
const MOST_FOUND = 20;
/** Characters of a file that are read; larger ones are no code. */
const MOST_READ = 8 * 1024 * 1024;

/**
 * Looks for secrets in a text, in time that grows with its length.
 * @returns at most 20.
 */
export function findSecrets(text: string): FoundSecret[] {
  const read = text.slice(0, MOST_READ);
  const secrets: FoundSecret[] = [];
  const rules = RULES.filter(({ holds }) => holds === undefined || read.includes(holds));
  for (const { what, pattern, random } of rules)
    for (const match of read.matchAll(pattern)) {
      const secret = match[1] ?? match[0];
      if (random && !isRandom(secret)) continue;
      secrets.push({ what, text: secret, ...placeOf(read, match.index) });
      if (secrets.length >= MOST_FOUND) return secrets;
    }
  return secrets;
}

/**
 * @returns whether a file of a release is text that is looked at; compressed and source-mapped ones are the same again.
 */
export function isReadForSecrets(file: string): boolean {
  return /^(?:client|server|data)\/.+\.(?:c?js|css|json|svg|txt|xml|html)$/.test(file);
}

function isRandom(text: string): boolean {
  if (!/\d/.test(text) || !/[A-Za-z]/.test(text)) return false;
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits >= LEAST_ENTROPY;
}

function placeOf(text: string, index: number): { line: number; column: number } {
  const before = text.slice(0, index);
  const start = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: index - start + 1 };
}
