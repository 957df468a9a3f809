import { MB } from '../contract/units.ts';

/** A secret in a file that is public or part of each release. */
export interface FoundSecret {
  /** Counted from 1. */
  line: number;
  /** Counted from 1; not useful for a minified script. */
  column: number;
  /** Kind of the secret. */
  what: string;
  /** Its text, for comparison with what is allowed: not to be shown. */
  text: string;
}

interface SecretRule {
  what: string;
  /**
   * Starts with a literal and has bounded repetitions, so that the search is linear.
   */
  pattern: RegExp;
  /**
   * Literals of which every match contains one: most files contain none, and a text search is cheaper than a pattern.
   */
  holds?: string;
  /** Whether a match must be random, which words and names are not. */
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
    // Not tried at every position of a long run of its characters, because each attempt would read a thousand
    // characters.
    pattern: /\beyJ(?<=(?<![\w-])(?:[\w-]{0,40}-)?eyJ)[\w-]{10,1000}\.eyJ[\w-]{10,2000}\.[\w-]{20,1000}/g,
  },
  {
    what: 'an address with a password',
    // Packages document their settings with the name as the password, or with a word for one.
    pattern:
      /\b(?:postgres|postgresql|mysql|mongodb|redis|amqps?|smtps?|https?):\/\/(?<name>[^\s:@/"'`$]{1,60}):(?!(?:\k<name>|pass|passwd|password|pwd|secret)@)[^\s:@/"'`$]{3,100}@/gi,
  },
  {
    what: 'a random text with the name of a secret',
    pattern:
      /(?:api_?key|secret|passw(?:or)?d|access_?token|auth_?token|private_?key)["']?\s{0,3}[:=]\s{0,3}["'`](?<secret>[\w+/=~.-]{20,200})["'`]/gi,
    random: true,
  },
];
/** Entropy of each character in bits: random base64 has 4 and more, words and paths less. */
const LEAST_ENTROPY = 3.6;
const MOST_FOUND = 20;
/** Largest file that is searched, in characters; larger ones are no code. */
const MOST_READ = 8 * MB;

/**
 * Searches a text for secrets, in linear time.
 * @returns at most 20.
 */
export function findSecrets(text: string): FoundSecret[] {
  const read = text.slice(0, MOST_READ);
  const secrets: FoundSecret[] = [];
  const rules = RULES.filter(({ holds }) => holds === undefined || read.includes(holds));
  for (const { what, pattern, random } of rules)
    for (const match of read.matchAll(pattern)) {
      const secret = match.groups?.['secret'] ?? match[0];
      if (random && !isRandom(secret)) continue;
      secrets.push({ what, text: secret, ...placeOf(read, match.index) });
      if (secrets.length >= MOST_FOUND) return secrets;
    }
  return secrets;
}

/**
 * @returns whether a file of a release is searched; compressed files and source maps repeat the content of others.
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
