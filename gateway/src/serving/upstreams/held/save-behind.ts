import type { AnswerMemory } from './answer-memory.ts';
import { isPresent } from './answer-memory.ts';
import type { AnswerStore } from './answer-store.ts';
import { createTellOnce } from './tell-once.ts';

/** Writes what is at hand to the store, behind whoever reads: a database that is slow or gone costs no visitor anything. */
export interface SaveBehind {
  /** Has the answer under a key stored as it is when its turn comes; removed when there is none, or nothing in it. */
  save(key: string): void;
  /** @returns whether it still has to be stored. */
  isWaiting(key: string): boolean;
  /** Resolves when all is stored that can be. */
  done(): Promise<void>;
}

/** @param onError once until storing works again; what was not stored is tried with the next call of `save` for its key. */
export function createSaveBehind(
  memory: Pick<AnswerMemory, 'get'>,
  store: Pick<AnswerStore, 'save' | 'remove'>,
  onError: (error: unknown) => void,
): SaveBehind {
  const waiting = new Set<string>();
  const tellOnce = createTellOnce(onError);
  let saving: Promise<void> | undefined;
  const saveOne = async (key: string): Promise<void> => {
    const answer = memory.get(key);
    if (!answer || !isPresent(answer)) return store.remove(key);
    const { fetchedAtMs } = answer;
    answer.version = await store.save(answer);
    answer.savedAtMs = fetchedAtMs;
  };
  const saveAll = async (): Promise<void> => {
    await Promise.resolve(); // whoever changes several at once has them stored once
    for (const key of waiting) {
      waiting.delete(key); // what changes while it is stored is stored once more
      await tellOnce(() => saveOne(key));
    }
    saving = undefined;
  };
  return {
    save(key) {
      waiting.add(key);
      saving ??= saveAll();
    },
    isWaiting: (key) => waiting.has(key),
    done: async () => saving,
  };
}
