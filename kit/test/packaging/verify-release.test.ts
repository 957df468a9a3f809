import { describe, expect, it } from 'vitest';
import { verifyFile } from '@voltframe/kit/packaging/verify-release';
import { describeRelease, sampleFiles } from './fixtures/releases.ts';

const release = describeRelease('legal');

describe('a file', () => {
  const [[name, body]] = Object.entries(sampleFiles('legal')) as [[string, string]];
  const verify = (bytes: string) => verifyFile('legal', name, release.files[name]!, Buffer.from(bytes));
  it('is the bytes that the release names', () => expect(() => verify(body)).not.toThrow());
  it.each([
    ['other bytes of the same size', body.replace('legal', 'lega1'), 'another sha-256'],
    ['another size', `${body} `, `it has ${body.length + 1} bytes, ${body.length} are declared`],
  ])('with %s is refused', (_, bytes, reason) => expect(() => verify(bytes)).toThrow(reason));
});
