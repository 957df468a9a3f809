import { expect, test } from 'vitest';
import { fillSecrets, type SecretSources } from '../../../src/platform/settings/fill-secrets.ts';

const sources: SecretSources = {
  env: { CMS_TOKEN: 's3cret', EMPTY: '' },
  readFile(file) {
    if (file === '/run/secrets/key') return 'k3y\n';
    if (file === '/run/secrets/empty') return '\n';
    throw Object.assign(new Error(`no ${file}`), { code: 'ENOENT' });
  },
};

test.each([
  ['en-GB', 'en-GB'],
  ['Bearer ${CMS_TOKEN}', 'Bearer s3cret'],
  ['${file:/run/secrets/key}', 'k3y'],
  ['${CMS_TOKEN}:${file:/run/secrets/key}', 's3cret:k3y'],
])('%s is filled from the environment and from files', (text, value) => {
  expect(fillSecrets(text, sources)).toEqual({ ok: true, value });
});

test.each([
  ['${OTHER}', ['OTHER is not set']],
  ['${EMPTY}', ['EMPTY is not set']],
  ['${file:/run/secrets/none}', ['the file /run/secrets/none cannot be read (ENOENT)']],
  ['${file:/run/secrets/empty}', ['the file /run/secrets/empty is empty']],
  ['${CMS TOKEN}', ['${CMS TOKEN} is not the name of a variable']],
  ['${CMS_TOKEN}${A}${B}', ['A is not set', 'B is not set']],
])('%s: what is missing is told by its name', (text, issues) => {
  expect(fillSecrets(text, sources)).toEqual({ ok: false, issues });
});
