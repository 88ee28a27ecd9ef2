import { createPublicKey } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { privateKeyOf } from '@utter/http/identity-keys'
import { type Check, type Finding, failed, few, inProduction, ok, skipped } from '../check.ts'
import type { Examined } from '../examined.ts'

const minLength = 32
/** Parts of values that are no secrets, since they are written somewhere as an example. */
const placeholder = /change.?me|example|placeholder|password|secret.?key|12345678|abcdefgh|(.)\1{7}|^sk_sandbox_/i

export const secretChecks: Check[] = [
  { name: 'secrets: length', examine: examineLength },
  { name: 'secrets: each of its own', examine: examineTwice },
  { name: 'secrets: identity keys', examine: examinePairs },
  { name: 'secrets: no default', examine: examineDefaults },
  { name: 'secrets: webhooks', examine: examineWebhooks },
  { name: 'secrets: file', examine: examineFile },
]

/** Each value by its name; several with commas are several. */
function valuesOf({ secrets }: Examined): [name: string, value: string][] {
  return Object.entries(secrets).flatMap(([name, text]) =>
    name === 'IDENTITY_PUBLIC_KEYS' ? [] : text.split(',').map((value): [string, string] => [name, value.trim()]),
  )
}

const none = skipped('no secret is known here')
const makeAnother = (name: string) =>
  name.startsWith('IDENTITY')
    ? 'openssl genpkey -algorithm ed25519 -outform DER | base64 -w0, as infra/operating/rotating-secrets.md says'
    : `set ${name} to what \`openssl rand -base64 32\` prints, as infra/operating/rotating-secrets.md says`

async function examineLength(examined: Examined): Promise<Finding> {
  const values = valuesOf(examined)
  const short = values.find(([, value]) => value.length < minLength)
  if (values.length === 0) return none
  return short
    ? failed(`${short[0]} has less than ${minLength} characters`, makeAnother(short[0]))
    : ok(`${values.length} are long enough`)
}

async function examineTwice(examined: Examined): Promise<Finding> {
  const values = valuesOf(examined)
  if (values.length === 0) return none
  const seen = new Map<string, string>()
  for (const [name, value] of values) {
    const other = seen.get(value)
    if (other) return failed(`${other} and ${name} are the same`, makeAnother(name))
    seen.set(value, name)
  }
  return ok(`${values.length} differ`)
}

/** Each private key that is known here, beside the public halves by which services know their callers. */
async function examinePairs({ secrets, settings }: Examined): Promise<Finding> {
  const publicKeys = secrets.IDENTITY_PUBLIC_KEYS ?? settings.IDENTITY_PUBLIC_KEYS
  const privateKeys = Object.entries(secrets).filter(([name]) => /^IDENTITY_KEY/.test(name))
  if (publicKeys === undefined || privateKeys.length === 0)
    return skipped('IDENTITY_PUBLIC_KEYS or IDENTITY_KEY is not known here')
  const known = new Set(publicKeys.split(',').map((pair) => pair.slice(pair.indexOf('=') + 1).trim()))
  const strangers = privateKeys.filter(([, key]) => !known.has(publicHalfOf(key) ?? ''))
  return strangers[0]
    ? failed(
        `no public half is known of ${few(strangers.map(([name]) => name))}`,
        'put its public half into IDENTITY_PUBLIC_KEYS of every service, as infra/operating/rotating-secrets.md says',
      )
    : ok(`${privateKeys.length} have their public half`)
}

/** As IDENTITY_PUBLIC_KEYS has it; undefined for what is no key. */
function publicHalfOf(key: string): string | undefined {
  try {
    return createPublicKey(privateKeyOf(key)).export({ type: 'spki', format: 'der' }).toString('base64')
  } catch {
    return undefined
  }
}

async function examineDefaults(examined: Examined): Promise<Finding> {
  const values = valuesOf(examined)
  if (values.length === 0) return none
  if (!examined.isProduction) return ok('not in production')
  const found = values.find(([, value]) => placeholder.test(value))
  return found
    ? failed(`${found[0]} looks like an example, or a sandbox's`, makeAnother(found[0]))
    : ok(`${values.length} look random`)
}

async function examineWebhooks({ secrets, isProduction, dataDir }: Examined): Promise<Finding> {
  if (secrets.WEBHOOK_SECRETS_KEY) return ok('they are encrypted')
  if (dataDir === undefined) return skipped('WEBHOOK_SECRETS_KEY is not set here')
  return inProduction(isProduction, 'they are stored as they are', makeAnother('WEBHOOK_SECRETS_KEY'))
}

async function examineFile({ dataDir }: Examined): Promise<Finding> {
  if (dataDir === undefined) return skipped('there is none on this machine')
  const file = join(dataDir, 'secrets.json')
  const { mode } = await stat(file)
  return (mode & 0o077) === 0 ? ok('its owner alone reads it') : failed('others may read it', `chmod 600 ${file}`)
}
