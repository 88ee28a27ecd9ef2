import { randomUUID } from 'node:crypto'
import { scopes } from '@utter/contracts/credential'
import { createIdentityGuard, type Identity, identityHeader } from '@utter/http/identity'
import { systemClock as clock } from '@utter/runtime/clock'
import { createSemaphore } from '@utter/runtime/semaphore'
import { createLog } from '@utter/telemetry/log'
import { createTestIdentity } from '@utter/testing/identity'
import { createBreaker } from '@utter/worker/breaker'
import { buildApp } from '../../src/app.ts'
import type { Deps } from '../../src/deps.ts'
import type { ChatProvider } from '../../src/domain/chat-model.ts'
import type { Turn } from '../../src/store/conversations.ts'

const log = createLog('chat', 'silent')
export const identity = createTestIdentity()
export const userId = randomUUID()

const session: Identity = { userId, tier: 'free', signedUpAt: new Date().toISOString(), scopes: [...scopes] }
const gateway = identity.signer('gateway')
/** The header of a request that the gateway forwards: of a session where `person` has no key. */
export const signed = (person: Partial<Identity> = {}, audience = 'chat') => ({
  [identityHeader]: gateway.caller(audience, {
    address: '127.0.0.1',
    person: { ...session, ...person },
  }),
})
export const visitor = () => ({ [identityHeader]: gateway.caller('chat', { address: '127.0.0.1' }) })

/** The service's routes with this model; conversations are kept in memory. */
export function openChat(reply: ChatProvider['reply'], given: Partial<Deps> = {}) {
  const remembered: { userId: string; sessionId: string; turn: Turn }[] = []
  const conversations: Pick<Deps['conversations'], 'turns' | 'remember'> = {
    turns: async (ofUser, sessionId) =>
      remembered.filter((one) => one.userId === ofUser && one.sessionId === sessionId).map(({ turn }) => turn),
    remember: async (ofUser, sessionId, turn) => void remembered.push({ userId: ofUser, sessionId, turn }),
  }
  const deps: Omit<Deps, 'claims'> = {
    chat: { name: 'test', model: 'm', reply, close: async () => {} },
    conversations: conversations as Deps['conversations'],
    breaker: createBreaker('chat', log),
    limitMs: 5_000,
    clock,
    guard: createIdentityGuard(identity.publicKeys, 'chat'),
    slots: createSemaphore(2, { maxWaiting: 3, maxWaitMs: 5_000 }),
    ...given,
  }
  const app = buildApp(deps as Deps, log)
  const ask = async (body: unknown, headers: Record<string, string> = signed()) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/chat',
      headers: { 'content-type': 'application/json', ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, json: () => answer.json() }
  }
  return { app, ask, remembered, [Symbol.asyncDispose]: () => app.close() }
}
