import { randomUUID } from 'node:crypto'
import { credentialKey, revokedMark } from '@utter/contracts/credential'
import { afterAll, describe, expect, test } from 'vitest'
import { hashOf } from '../../../src/domain/tokens.ts'
import { anEntry } from '../../support/an-entry.ts'
import { noSuchKey, openKeyOwner } from '../../support/open-key-owner.ts'

const keys = await openKeyOwner()
const member = keys.owner
afterAll(() => keys[Symbol.asyncDispose]())

describe('a revoked key', () => {
  test('is dead with all of its secrets once that is answered, and gone from the list', async () => {
    const { id, key } = await keys.make(member)
    const second = (await keys.reroll(member, id, { overlapSeconds: 60 })).body.key
    await Promise.all([keys.resolve(key), keys.resolve(second)])
    const { status, body } = await keys.revoke(member, id)
    expect([status, body]).toEqual([204, undefined])
    for (const one of [key, second]) expect([await keys.resolve(one), await keys.isMarked(one)]).toEqual([null, true])
    expect((await keys.list(member)).map((one) => one.id)).not.toContain(id)
    expect(await keys.revoke(member, id)).toMatchObject(noSuchKey)
    expect(await keys.reroll(member, id)).toMatchObject(noSuchKey)
  })
  test('has no secret that lives, whatever rerolls race with the revocation', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const { id, key } = await keys.make(member)
      const rerolls = Array.from({ length: 3 }, () => keys.reroll(member, id, { overlapSeconds: 60 }))
      const answers = await Promise.all([...rerolls, keys.revoke(member, id)])
      const secrets = [key, ...answers.flatMap(({ body }) => body?.key ?? [])]
      expect(await Promise.all(secrets.map(keys.resolve))).toEqual(secrets.map(() => null))
      const copies = await keys.redis.mget(secrets.map((one) => credentialKey(hashOf(one))))
      expect(copies.filter((copy) => copy !== null && copy !== revokedMark)).toEqual([])
      expect((await keys.list(member)).map((one) => one.id)).not.toContain(id)
    }
  })
  test('is worth nothing though a process that died has left its secret in the database', async () => {
    const { id, key } = await keys.make(member)
    await keys.users.removeKey(member.userId, id, anEntry(member.userId))
    expect(await keys.tokens.read(hashOf(key))).not.toBeNull()
    expect([await keys.resolve(key), await keys.list(member)]).toEqual([null, expect.not.arrayContaining([{ id }])])
    const user = await keys.users.read(member.userId)
    if (user) await keys.credentials.refresh(user)
    expect(await keys.redis.get(credentialKey(hashOf(key)))).toBeNull()
    // Revoked again, the rest of it goes too.
    expect((await keys.revoke(member, id)).status).toBe(204)
    expect(await keys.tokens.read(hashOf(key))).toBeNull()
  })
  test('stays dead when its account is cached anew', async () => {
    const { id, key } = await keys.make(member)
    await keys.revoke(member, id)
    const user = await keys.users.read(member.userId)
    if (user) await keys.credentials.refresh(user)
    expect(await keys.isMarked(key)).toBe(true)
  })
})

test("another account's key, and one that is none, do not exist", async () => {
  const [{ id, key }, other] = [await keys.make(member), await keys.newMember()]
  for (const path of [id, randomUUID(), 'x']) expect(await keys.revoke(other, path)).toMatchObject(noSuchKey)
  expect(await keys.resolve(key)).not.toBeNull()
})
