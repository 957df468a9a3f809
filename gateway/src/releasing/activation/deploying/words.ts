/** What teams say of their apps besides publishing: what was published before that gives way to it. */
export interface Words {
  /** @returns tells of which of these apps something was said since. */
  listen(apps: readonly string[]): () => string[];
  speak(app: string): void;
}

export function createWords(): Words {
  const said = new Map<string, number>();
  const count = (app: string) => said.get(app) ?? 0;
  return {
    listen(apps) {
      const before = apps.map(count);
      return () => apps.filter((app, index) => count(app) !== before[index]);
    },
    speak: (app) => void said.set(app, count(app) + 1),
  };
}
