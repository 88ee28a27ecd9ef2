import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { beforeEach, expect, test } from 'vitest'
import { openOwnVoiceRoutes } from '../../support/open-own-voices.ts'

const own = await closedAfterAll(openOwnVoiceRoutes())
const blend = [
  { voiceId: 'af_heart', weight: 60 },
  { voiceId: 'bm_george', weight: 40 },
]
let owner: ReturnType<typeof newIdentity>
beforeEach(() => {
  owner = newIdentity({ tier: 'creator' })
  own.natural.requests.length = 0
  own.natural.state.hold = Promise.resolve()
})
const hear = (who = owner, parts: object[] = blend) => own.ask(who, 'POST', '/sample', { blend: parts })

test('a blend is heard before it is added: one sentence of ours, behind all paid work, made once', async () => {
  const heard = await Promise.all([hear(), hear()])
  expect(heard.map(({ status, body }) => [status, body.length > 5_000])).toEqual([
    [200, true],
    [200, true],
  ])
  const text = 'This is how I sound when I read to you.'
  expect(own.natural.requests).toMatchObject([{ text, voiceId: 'af_heart', blend, whenIdle: true }])
  const { id } = (await own.blend(owner, blend)).body
  expect((await own.ask(owner, 'GET', `/${id}/sample.mp3`)).status).toBe(200)
  expect(own.natural.requests).toHaveLength(1)
  expect((await own.list(owner)).map((voice: { id: string }) => voice.id)).toEqual([id])
})

test('in the language of its voices', async () => {
  await hear(owner, [{ voiceId: 'ef_dora', weight: 1 }])
  expect(own.natural.requests.at(-1)?.text).toMatch(/^Así sueno/)
})

test('a plan without own voices hears none', async () => {
  const refusal = problem(403, 'Own voices are available on the creator plan and above', 'plan_required')
  expect(await hear(newIdentity({ tier: 'starter' }))).toMatchObject(refusal)
  expect(own.natural.requests).toEqual([])
})

const blendOf = (weight: number) => [
  { voiceId: 'af_heart', weight: 1 },
  { voiceId: 'bf_emma', weight },
]
/** How many of the answers have each status. */
const countOf = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('one is made at a time, four accounts wait, and more are a 503 with the time to retry after', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  own.natural.state.hold = promise
  const all = Array.from({ length: 8 }, (_, at) => hear(newIdentity({ tier: 'creator' }), blendOf(at + 1)))
  const refused = await Promise.race(all)
  expect(refused).toMatchObject(problem(503, 'The voices are busy, try again in a moment', 'unavailable'))
  expect(own.natural.requests).toHaveLength(1)
  resolve()
  expect(countOf(await Promise.all(all))).toEqual({ 200: 5, 503: 3 })
})

test('an account that has one made, and one that waits, is refused more by a 429, and others wait beside it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  own.natural.state.hold = promise
  const all = Array.from({ length: 6 }, (_, at) => hear(owner, blendOf(at + 11)))
  const tooMany = problem(429, 'Too many requests at once, try again in a moment', 'too_many_at_once')
  expect(await Promise.race(all)).toMatchObject(tooMany)
  const neighbour = hear(newIdentity({ tier: 'creator' }), blendOf(21))
  resolve()
  expect((await neighbour).status).toBe(200)
  expect(countOf(await Promise.all(all))).toEqual({ 200: 2, 429: 4 })
})
