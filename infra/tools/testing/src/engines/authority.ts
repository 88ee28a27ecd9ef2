import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** PEM files of a certificate: itself and its key. */
export type Certificate = { cert: string; key: string }
export type Authority = {
  /** The file of its own certificate. */
  ca: string
  /** A certificate of this machine by a name; for servers and clients alike. */
  issue(name: string): Certificate
}

const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']

/** A certificate authority for a test, with its files in a folder. */
export function makeAuthority(folder: string): Authority {
  const pathOf = (name: string) => join(folder, `${name}.pem`)
  const ca = { cert: pathOf('ca'), key: pathOf('ca-key') }
  openssl(['req', '-x509', ...curve, '-subj', '/CN=authority of a test', '-keyout', ca.key, '-out', ca.cert])
  return {
    ca: ca.cert,
    issue(name) {
      const issued = { cert: pathOf(name), key: pathOf(`${name}-key`) }
      const signed = ['-CA', ca.cert, '-CAkey', ca.key, '-subj', `/CN=${name}`]
      const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-addext', 'basicConstraints=CA:FALSE']
      openssl(['req', '-x509', ...curve, ...signed, ...names, '-keyout', issued.key, '-out', issued.cert])
      return issued
    },
  }
}

const openssl = (args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
