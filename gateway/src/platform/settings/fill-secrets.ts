/** Where the values of settings come from that are not to stand in a file. */
export interface SecretSources {
  env: Record<string, string | undefined>;
  /** @returns the text of a file. @throws when it cannot be read */
  readFile(file: string): string;
}

const PLACE = /\$\{([^}]*)\}/g;
const FILE = 'file:';
const NAME = /^[A-Za-z_]\w*$/;

/**
 * Fills `${NAME}` from the environment and `${file:/run/secrets/name}` from a file, less the line's end.
 * @returns the value, or what is missing by its name; never by a value.
 */
export function fillSecrets(
  text: string,
  sources: SecretSources,
): { ok: true; value: string } | { ok: false; issues: string[] } {
  const issues: string[] = [];
  const value = text.replace(PLACE, (_, place: string) => {
    const found = place.startsWith(FILE)
      ? fromFile(place.slice(FILE.length), sources)
      : fromEnvironment(place, sources);
    issues.push(...found.issues);
    return found.value;
  });
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value };
}

interface Found {
  value: string;
  issues: string[];
}

function fromEnvironment(name: string, { env }: SecretSources): Found {
  if (!NAME.test(name)) return { value: '', issues: [`\${${name}} is not the name of a variable`] };
  const value = env[name];
  return value ? { value, issues: [] } : { value: '', issues: [`${name} is not set`] };
}

function fromFile(file: string, { readFile }: SecretSources): Found {
  try {
    const value = readFile(file).replace(/\r?\n$/, '');
    return { value, issues: value === '' ? [`the file ${file} is empty`] : [] };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { value: '', issues: [`the file ${file} cannot be read (${code ?? 'unknown'})`] };
  }
}
