import { stemmer } from 'stemmer';
import { isCommon } from './search-words.ts';

/**
 * @returns the stem of the word, without case and accents, so that `cache` finds `caching` (Porter, "An algorithm for
 * suffix stripping", 1980); null when the word is too common
 */
export function searchTerm(word: string): string | null {
  const plain = word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  return isCommon(plain) ? null : stemmer(plain);
}
