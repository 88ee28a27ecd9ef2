import { randomUUID } from 'node:crypto'
import type { Caller, Identity } from '@utter/http/identity'
import { createTestIdentity } from '@utter/testing/identity'

export const identity = createTestIdentity()
const [gateway, operator, notifier] = [
  identity.signer('gateway'),
  identity.signer('operator'),
  identity.signer('notifier'),
]

/** An address of its own for each: counts in Redis outlive a test. */
export const anAddress = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`

const someone: Identity = {
  userId: randomUUID(),
  tier: 'free',
  signedUpAt: '2026-03-20T12:00:00.000Z',
  sessionId: randomUUID(),
  scopes: ['jobs:read', 'jobs:write', 'usage:read'],
}

/** Tokens as the gateway and the operator sign them for account. */
export const tokens = {
  caller: (caller: Caller) => gateway.caller('account', caller),
  visitor: gateway.caller('account', { address: '10.0.0.1' }),
  gateway: gateway.internal('account'),
  operator: operator.internal('account'),
}

type Row = [caller: string, token: string | undefined]
const noCaller: Row[] = [
  ['no token', undefined],
  ['a token that is none', 'nonsense'],
  ['a token by another key', createTestIdentity().signer('gateway').caller('account', { address: '10.0.0.1' })],
  ['a token for another service', gateway.caller('billing', { address: '10.0.0.1', person: someone })],
  ['a caller of another signer', notifier.caller('account', { address: '10.0.0.1', person: someone })],
]
/** Callers that a route refuses with 401, by the kind of the route. */
export const refused = {
  public: [...noCaller, ['a process', tokens.gateway]] as Row[],
  account: [...noCaller, ['a process', tokens.gateway], ['a visitor', tokens.visitor]] as Row[],
  operator: [
    ...noCaller,
    ['a person', tokens.caller({ address: '10.0.0.1', person: someone })],
    ['the gateway', tokens.gateway],
    ['the operator, for another service', operator.internal('billing')],
  ] as Row[],
  gateway: [
    ...noCaller,
    ['a person', tokens.caller({ address: '10.0.0.1', person: someone })],
    ['the operator', tokens.operator],
  ] as Row[],
}
