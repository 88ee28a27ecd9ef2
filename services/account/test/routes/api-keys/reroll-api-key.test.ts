import { credentialKey } from '@utter/contracts/credential'
import type { CreatedApiKey } from '@utter/contracts/http/account/api-keys'
import { invalid } from '@utter/testing/problems'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { hashOf } from '../../../src/domain/tokens.ts'
import { countOf } from '../../support/open-account.ts'
import { inAnHour, noSuchKey, openKeyOwner } from '../../support/open-key-owner.ts'

const keys = await openKeyOwner()
const member = keys.owner
afterAll(() => keys[Symbol.asyncDispose]())

describe('a reroll', () => {
  test('gives a new secret with the same id and limits, and ends the old one at once', async () => {
    const { key: old, ...made } = await keys.make(member, { networks: ['10.0.0.0/8'], rate: 5, monthlyCap: 6 })
    await keys.resolve(old)
    const answer = await keys.reroll(member, made.id)
    const { key, ...rest } = answer.body as CreatedApiKey
    expect([answer.status, answer.headers['cache-control']]).toEqual([201, 'no-store'])
    // The use of the old secret is noted out of its request's way.
    const lastUsedAt = expect.toBeOneOf([null, expect.any(String)])
    expect(rest).toEqual({ ...made, start: key.slice(0, 10), lastUsedAt })
    expect(key).not.toBe(old)
    expect([await keys.resolve(old), await keys.isMarked(old)]).toEqual([null, true])
    expect(await keys.resolve(key)).toMatchObject({
      keyId: made.id,
      networks: ['10.0.0.0/8'],
      keyRate: 5,
      monthlyCap: 6,
    })
    expect((await keys.list(member)).filter(({ id }) => id === made.id)).toEqual([{ ...rest, lastUsedAt }])
  })
  test('with an overlap lets the old secret go on until it is over, in its copy too', async () => {
    const { id, key: old } = await keys.make(member)
    await keys.resolve(old)
    const { body } = await keys.reroll(member, id, { overlapSeconds: 60 })
    const copy = JSON.parse((await keys.redis.get(credentialKey(hashOf(old)))) ?? '{}')
    const until = Date.parse(copy.expiresAt)
    expect(until).toBeGreaterThan(Date.now() + 50_000)
    expect(until).toBeLessThanOrEqual(Date.now() + 60_000)
    expect(await keys.resolve(old)).toMatchObject({ keyId: id, expiresAt: copy.expiresAt })
    expect((await keys.list(member)).filter((one) => one.id === id)).toMatchObject([{ start: body.start }])
    vi.useFakeTimers({ now: until, toFake: ['Date'] })
    try {
      expect(await keys.resolve(old)).toBeNull()
      expect(await keys.resolve(body.key)).toMatchObject({ expiresAt: null })
    } finally {
      vi.useRealTimers()
    }
  })
  test('does not shorten the overlap of an earlier one, nor let a secret outlive its key', async () => {
    const expiresAt = inAnHour()
    const { id, key: first } = await keys.make(member, { expiresAt })
    const second = (await keys.reroll(member, id, { overlapSeconds: 600 })).body.key
    const third = (await keys.reroll(member, id, { overlapSeconds: 604_800 })).body.key
    const ends = await Promise.all([first, second, third].map(async (key) => (await keys.resolve(key))?.expiresAt))
    expect(Date.parse(ends[0] ?? '') - Date.now()).toBeLessThanOrEqual(600_000)
    expect(ends.slice(1)).toEqual([expiresAt, expiresAt])
    // Without an overlap all old secrets end.
    const fourth = (await keys.reroll(member, id, { overlapSeconds: 0 })).body.key
    for (const key of [first, second, third])
      expect([await keys.resolve(key), await keys.isMarked(key)]).toEqual([null, true])
    expect(await keys.resolve(fourth)).not.toBeNull()
  })
  test('of many at once leaves one secret, and none that nobody was given', async () => {
    const { id, key } = await keys.make(member)
    const answers = await Promise.all(Array.from({ length: 4 }, () => keys.reroll(member, id)))
    const secrets = [key, ...answers.map(({ body }) => body.key as string)]
    const valid = (await Promise.all(secrets.map(keys.resolve))).filter((credential) => credential !== null)
    expect([countOf(answers, 201), valid.length]).toEqual([4, 1])
    expect(await keys.tokens.ofKey(member.userId, id)).toHaveLength(1)
  })
  test.each([-1, 604_801, 1.5, '60', {}])('is not rerolled with an overlap of %j', async (overlapSeconds) => {
    const { id, key } = await keys.make(member)
    expect(await keys.reroll(member, id, { overlapSeconds })).toMatchObject(
      invalid('overlapSeconds', 'overlapSeconds must be between 0 and 604800'),
    )
    expect(await keys.resolve(key)).not.toBeNull()
  })
})

test("another account's key, and one that is none, do not exist", async () => {
  const [{ id, key }, other] = [await keys.make(member), await keys.newMember()]
  for (const path of [id, 'x']) expect(await keys.reroll(other, path)).toMatchObject(noSuchKey)
  expect(await keys.resolve(key)).not.toBeNull()
})
