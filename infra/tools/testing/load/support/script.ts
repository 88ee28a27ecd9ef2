import { randomUUID } from 'node:crypto'
import type { UserView } from '@utter/contracts/http/account/user-view'
import type { RedisClient } from '@utter/storage/redis/open'
import { scanKeys } from '@utter/storage/redis/scan-keys'
import { askFrom } from '@utter/testing/customers/ask-from'
import { expect } from 'vitest'

const password = 'a long password'
export const longestText = 'Speak on and on, for nothing. '.repeat(70).slice(0, 2_000)
export const newEmail = () => `${randomUUID().slice(0, 12)}@example.com`

type Sent = { cookie?: string; body?: unknown; method?: string }
export type Robot = { cookie: string; email: string }

/** A script that makes free accounts from one address, another network than that of all other customers here. */
export function openScript(gateway: { url: string }, address: string) {
  async function ask(path: string, { cookie, body, method = 'POST' }: Sent = {}) {
    const headers = cookie ? { cookie } : {}
    const answer = await askFrom(address, new URL(path, gateway.url), { method, body, headers })
    return { ...answer, body: answer.text === '' ? undefined : JSON.parse(answer.text) }
  }
  return {
    ask,
    /** Undefined: no more accounts are made for now. */
    async signUp(email: string, referralCode?: string): Promise<Robot | undefined> {
      const username = `bot-${randomUUID().slice(0, 12)}`
      const body = { username, email, password, ...(referralCode && { referralCode }) }
      const { status, headers } = await ask('/api/auth/signup', { body })
      if (status === 429) return undefined
      expect(status).toBe(201)
      return { cookie: String(headers['set-cookie']?.[0]).split(';', 1)[0] ?? '', email }
    },
    speak: ({ cookie }: Robot, userText: string) =>
      ask('/api/tts', { cookie, body: { userText, requestId: randomUUID(), voiceId: 'default' } }),
    chat: ({ cookie }: Robot, message: string, sessionId?: string) =>
      ask('/api/chat', { cookie, body: { message, ...(sessionId && { sessionId }) } }),
    remove: ({ cookie }: Robot) => ask('/api/auth/delete-account', { cookie, body: { password } }),
    async meOf({ cookie }: Robot): Promise<UserView> {
      return (await ask('/api/auth/me', { method: 'GET', cookie })).body.user
    },
  }
}

/** Keys of counts that end some time after they began, not with the UTC day. */
export const windows = ['rate:spend:*', 'rate:key:*', 'rate:network:*', 'rate:read:*', 'attempts:*']

/** So much later: what ends within it has ended, and the rest is so much nearer to its end. */
export async function passTime(redis: RedisClient, ms: number, patterns: string[]): Promise<void> {
  for (const match of patterns)
    for await (const keys of scanKeys(redis, match))
      for (const key of keys) {
        const leftMs = await redis.pttl(key)
        if (leftMs > ms) await redis.pexpire(key, leftMs - ms)
        else if (leftMs > 0) await redis.del(key)
      }
}
