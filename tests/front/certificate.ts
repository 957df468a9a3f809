import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A self-signed certificate of `localhost`. */
export interface Certificate {
  file: string;
  keyFile: string;
  pem: string;
  /** Base64 of the sha-256 of its public key: the flag of Chromium that accepts the certificate contains it. */
  fingerprint: string;
}

/** Creates a certificate in a folder with openssl. */
export function makeCertificate(folder: string): Certificate {
  const [file, keyFile] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')];
  const named = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '10'];
  // For HTTP/3 Chromium accepts such a certificate only if it is valid for at most two weeks.
  execFileSync('openssl', ['req', '-x509', ...made, ...named, '-keyout', keyFile, '-out', file], {
    stdio: 'ignore',
  });
  const pem = readFileSync(file, 'utf8');
  const key = createPublicKey(new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'pem' }));
  const bytes = key.export({ type: 'spki', format: 'der' });
  return { file, keyFile, pem, fingerprint: createHash('sha256').update(bytes).digest('base64') };
}
