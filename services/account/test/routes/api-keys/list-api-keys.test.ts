import { randomUUID } from 'node:crypto'
import { credentialKey } from '@utter/contracts/credential'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { hashOf } from '../../../src/domain/tokens.ts'
import { type Member, openKeyOwner } from '../../support/open-key-owner.ts'

const keys = await openKeyOwner()
const member = keys.owner
afterAll(() => keys[Symbol.asyncDispose]())

describe('the list', () => {
  test('sees for each key what jobs has counted for it', async () => {
    const { id } = await keys.make(member)
    keys.usage.keys = [
      { keyId: id, calls: 12 },
      { keyId: randomUUID(), calls: 5 },
    ]
    expect((await keys.list(member)).find((one) => one.id === id)?.callsUsed).toBe(12)
    expect((await keys.reroll(member, id)).body.callsUsed).toBe(12)
    delete keys.usage.keys
    expect((await keys.list(member)).find((one) => one.id === id)?.callsUsed).toBe(0)
  })
  test('has a key that its owner made beside those of the operator', async () => {
    const [own, { body }] = [
      await keys.newMember(),
      await keys.internal('POST', '/internal/keys', { email: member.email, name: 'given', scopes: ['jobs:read'] }),
    ]
    expect(await keys.list(own)).toEqual([])
    expect((await keys.list(member)).map(({ id }) => id)).toContain(body.id)
  })
})

describe('the last use of a key', () => {
  const lastUse = async (who: Member) => Date.parse((await keys.list(who))[0]?.lastUsedAt ?? '')
  const at = (ms: number) => vi.useFakeTimers({ now: ms, toFake: ['Date'] })

  test('is there though the key was made a moment before', async () => {
    const user = await keys.newMember()
    await keys.resolve((await keys.make(user)).key)
    await expect.poll(() => lastUse(user)).toBeGreaterThan(0)
  })
  test('is when a gateway last made its copy, and is written once a minute while Redis holds none', async () => {
    const user = await keys.newMember()
    const { key } = await keys.make(user)
    // Nothing is cached before it is asked for: the first use would not be noted.
    expect(await keys.redis.get(credentialKey(hashOf(key)))).toBeNull()
    const start = Date.now()
    try {
      at(start + 10_000)
      await keys.resolve(key)
      await expect.poll(() => lastUse(user)).toBe(start + 10_000)
      at(start + 40_000)
      await keys.credentials.resolve(hashOf(key), false)
      at(start + 70_000)
      await keys.resolve(key)
      await expect.poll(() => lastUse(user)).toBe(start + 70_000)
      at(start + 131_000)
      await keys.credentials.resolve(hashOf(key), false)
      await expect.poll(() => lastUse(user)).toBe(start + 131_000)
    } finally {
      vi.useRealTimers()
    }
  })
  test('goes on over a reroll, whichever of the two secrets was used', async () => {
    const user = await keys.newMember()
    const { id, key } = await keys.make(user)
    const start = Date.now()
    try {
      at(start + 10_000)
      await keys.resolve(key)
      await expect.poll(() => lastUse(user)).toBe(start + 10_000)
      expect((await keys.reroll(user, id, { overlapSeconds: 3_600 })).body.lastUsedAt).toBe(
        new Date(start + 10_000).toISOString(),
      )
      at(start + 90_000)
      await keys.resolve(key)
      await expect.poll(() => lastUse(user)).toBe(start + 90_000)
    } finally {
      vi.useRealTimers()
    }
  })
})
