import { randomUUID } from 'node:crypto'
import { scopes as all, grantOf, type Scope } from '@utter/contracts/credential'
import type { Identity } from '@utter/http/identity'
import { type SignerName, signers } from '@utter/http/identity-keys'
import { createTestIdentity } from './identity.ts'

/** A caller in words, for the name of a test, and its token. */
export type CallerRow = [caller: string, token: string | undefined]

/** Signed callers of one service, and those that each kind of its routes refuses with 401. */
export function createCallers(service: string) {
  const identity = createTestIdentity()
  const [gateway, address] = [identity.signer('gateway'), '10.0.0.1']
  const someone = newIdentity()
  const account = (identity: Identity, from = address) => gateway.caller(service, { address: from, identity })
  const internal = (name: SignerName) => identity.signer(name).internal(service)
  const visitor = gateway.caller(service, { address })
  const another = service === 'billing' ? 'account' : 'billing'
  const claims = { address, identity: someone, internal: true, iss: 'gateway', aud: service, exp: 4_000_000_000 }
  const unsigned = [{ alg: 'none', kid: 'gateway' }, claims].map(base64url)
  const unknown: CallerRow[] = [
    ['no token', undefined],
    ['an empty token', ''],
    ['a token without a signature', `${unsigned.join('.')}.`],
    ['a process by another key', createTestIdentity().signer('operator').internal(service)],
    ['a token that is none', 'nonsense'],
    ['a token by another key', createTestIdentity().signer('gateway').caller(service, { address, identity: someone })],
    ['a token for another service', gateway.caller(another, { address, identity: someone })],
    ['a caller of another signer', identity.signer('notifier').caller(service, { address, identity: someone })],
  ]
  return {
    /** The key pairs, for callers that are not below. */
    identity,
    /** By which a guard knows these callers. */
    publicKeys: identity.publicKeys,
    visitor,
    account,
    /** An account by an API key with these scopes, in place of a session. */
    key: (scopes: Scope[], who: Identity = someone) => {
      const { sessionId: _session, verifiedAt: _verified, ...rest } = who
      return account({ ...rest, keyId: randomUUID(), ...grantOf(scopes) })
    },
    internal,
    refused: {
      public: [...unknown, ['a process', internal('gateway')]] as CallerRow[],
      account: [...unknown, ['a process', internal('gateway')], ['a visitor', visitor]] as CallerRow[],
      /** By a route for the processes `allowed` alone. */
      internal: (...allowed: SignerName[]): CallerRow[] => [
        ...unknown,
        ['a visitor', visitor],
        ['an account', account(someone)],
        ...signers
          .filter((name) => !allowed.includes(name))
          .map((name): CallerRow => [`the process ${name}`, internal(name)]),
        ['the right process, for another service', identity.signer(allowed[0] ?? 'operator').internal(another)],
      ],
    },
  }
}

const base64url = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** An account's own session, on the free plan. */
export const newIdentity = (more: Partial<Identity> = {}): Identity => ({
  userId: randomUUID(),
  tier: 'free',
  signedUpAt: '2026-01-15T09:00:00.000Z',
  sessionId: randomUUID(),
  verifiedAt: new Date().toISOString(),
  ...grantOf(all),
  ...more,
})
