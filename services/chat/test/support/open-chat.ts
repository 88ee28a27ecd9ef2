import { standardPlans } from '@utter/contracts/plans'
import { createIdentityGuard, identityHeader } from '@utter/http/identity'
import { systemClock as clock } from '@utter/runtime/clock'
import { createSharedSemaphore } from '@utter/runtime/shared-semaphore'
import { createPeriodCounts } from '@utter/storage/counts/period-counts'
import { createRecentNetworks } from '@utter/storage/counts/recent-networks'
import { openRedis, whenReady } from '@utter/storage/redis/open'
import { createLog } from '@utter/telemetry/log'
import { createCallers, newIdentity } from '@utter/testing/callers'
import { createBreaker } from '@utter/worker/breaker'
import { inject } from 'vitest'
import '@utter/testing/setup/provided'
import { buildApp } from '../../src/app.ts'
import type { Deps } from '../../src/deps.ts'
import type { ChatProvider } from '../../src/domain/chat-model.ts'
import type { Turn } from '../../src/store/conversations.ts'

const log = createLog('chat', 'silent')
export const callers = createCallers('chat')
export const owner = newIdentity()

/** The header of a request with this token: of the owner's session, unless another is given. */
export const signed = (token = callers.account(owner)) => ({ [identityHeader]: token })

/** The service's routes with this model; conversations are kept in memory. */
export function openChat(reply: ChatProvider['reply'], given: Partial<Deps> = {}) {
  const remembered: { userId: string; sessionId: string; turn: Turn }[] = []
  const conversations: Pick<Deps['conversations'], 'turns' | 'remember'> = {
    turns: async (ofUser, sessionId) =>
      remembered.filter((one) => one.userId === ofUser && one.sessionId === sessionId).map(({ turn }) => turn),
    remember: async (ofUser, sessionId, turn) => void remembered.push({ userId: ofUser, sessionId, turn }),
  }
  const redis = openRedis(inject('redisUrls').chat, log)
  const deps: Omit<Deps, 'claims' | 'replies' | 'publish'> = {
    chat: { name: 'test', model: 'm', reply, close: async () => {} },
    conversations: conversations as Deps['conversations'],
    deleted: { has: async () => false },
    breaker: createBreaker('chat', log),
    limitMs: 60_000,
    clock,
    guard: createIdentityGuard(callers.publicKeys, 'chat'),
    counts: createPeriodCounts(redis, clock),
    networks: createRecentNetworks(redis),
    plans: standardPlans,
    freeCharacters: { perDay: 0, perNetwork: 0 },
    slots: createSharedSemaphore(2, { maxWaiting: 3, maxWaitingPerAccount: 2, maxWaitMs: 60_000 }),
    ...given,
  }
  const app = buildApp(deps as Deps, log)
  app.addHook('onReady', () => whenReady(redis))
  const ask = async (body: unknown, headers: Record<string, string> = signed()) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/chat',
      headers: { 'content-type': 'application/json', ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, json: () => answer.json() }
  }
  return {
    app,
    ask,
    remembered,
    async [Symbol.asyncDispose]() {
      await app.close()
      redis.disconnect()
    },
  }
}
