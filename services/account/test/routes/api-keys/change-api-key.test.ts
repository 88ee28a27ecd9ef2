import { type Credential, credentialKey } from '@utter/contracts/credential'
import { invalid, problem } from '@utter/testing/problems'
import { afterAll, describe, expect, test } from 'vitest'
import { hashOf } from '../../../src/domain/tokens.ts'
import { countOf } from '../../support/open-account.ts'
import { inAnHour, noSuchKey, openKeyOwner } from '../../support/open-key-owner.ts'

const keys = await openKeyOwner()
const member = keys.owner
afterAll(() => keys[Symbol.asyncDispose]())

const passwordNeeded = problem(403, 'Give your password again to go on', 'password_required')
const limits = { networks: ['10.0.0.0/8'], rate: 5, monthlyCap: 6 }
const copyOf = async (key: string): Promise<Partial<Credential>> =>
  JSON.parse((await keys.redis.get(credentialKey(hashOf(key)))) ?? '{}')
const listed = async (id: string) => (await keys.list(member)).find((one) => one.id === id)
const audit = async () => (await keys.request(member, 'GET', '/api/auth/audit')).body

describe('a change', () => {
  test('is in the answer, the list, the copies of gateways and the audit, and never the key', async () => {
    const { key, ...made } = await keys.make(member, limits)
    await keys.resolve(key)
    const change = { name: ' build server ', networks: ['192.0.2.7', '10.0.0.0/8'], rate: 7, monthlyCap: null }
    const { status, body } = await keys.change(member, made.id, change)
    const lastUsedAt = expect.toBeOneOf([null, expect.any(String)])
    expect([status, body]).toEqual([200, { ...made, ...change, name: 'build server', lastUsedAt }])
    expect(await listed(made.id)).toEqual({ ...body, lastUsedAt })
    const credential = { networks: change.networks, keyRate: 7 }
    expect(await copyOf(key)).toMatchObject(credential)
    expect(await copyOf(key)).not.toHaveProperty('monthlyCap')
    expect(await keys.resolve(key)).toMatchObject(credential)
    expect((await audit())[0]).toEqual({
      at: expect.any(String),
      actor: 'owner',
      address: member.address,
      action: 'key-changed',
      target: 'my laptop → build server',
      changed: ['name', 'networks', 'rate', 'monthlyCap'],
    })
    expect((await keys.tokens.ofKey(member.userId, made.id)).map(({ _id }) => _id)).toEqual([hashOf(key)])
  })
  test('of one field leaves the others, and one of none is no entry of the audit', async () => {
    const { id, key } = await keys.make(member, limits)
    expect((await keys.change(member, id, { monthlyCap: 4 })).body).toMatchObject({ ...limits, monthlyCap: 4 })
    const before = await audit()
    const same = { name: null, monthlyCap: 4, isPaused: null }
    expect((await keys.change(member, id, same)).body).toMatchObject({ ...limits, name: 'my laptop', monthlyCap: 4 })
    expect(await audit()).toEqual(before)
    expect(await keys.resolve(key)).toMatchObject({ monthlyCap: 4, keyRate: 5 })
  })
  test('holds for the secret of before in its overlap, and for the next one', async () => {
    const { id, key: first } = await keys.make(member)
    const second = (await keys.reroll(member, id, { overlapSeconds: 60 })).body.key
    await keys.change(member, id, { name: 'build server', rate: 3, isPaused: true })
    const rerolled = await keys.reroll(member, id, { overlapSeconds: 60 })
    expect(rerolled.body).toMatchObject({ name: 'build server', rate: 3, isPaused: true })
    for (const key of [first, second, rerolled.body.key])
      expect(await keys.resolve(key)).toMatchObject({ keyRate: 3, isPaused: true })
    await keys.revoke(member, id)
    expect((await audit()).slice(0, 2)).toMatchObject([
      { action: 'key-revoked', target: 'build server' },
      { action: 'key-rerolled', target: 'build server' },
    ])
  })
  test('beside rerolls and other changes is lost to none of them', async () => {
    const { id } = await keys.make(member)
    const acts = [
      keys.change(member, id, { isPaused: true }),
      keys.reroll(member, id, { overlapSeconds: 60 }),
      keys.change(member, id, { rate: 3 }),
      keys.reroll(member, id),
      keys.change(member, id, { monthlyCap: 4 }),
      keys.change(member, id, { name: 'build server' }),
    ]
    const answers = await Promise.all(acts)
    expect([countOf(answers, 200), countOf(answers, 201)]).toEqual([4, 2])
    expect(await listed(id)).toMatchObject({ name: 'build server', rate: 3, monthlyCap: 4, isPaused: true })
  })
})

describe('a pause', () => {
  test('is in the copy of a key as an end too, by which a version before refuses it', async () => {
    const { id, key } = await keys.make(member)
    await keys.resolve(key)
    expect((await keys.change(member, id, { isPaused: true })).body).toMatchObject({ isPaused: true, expiresAt: null })
    const copy = await copyOf(key)
    expect(copy).toMatchObject({ keyId: id, isPaused: true })
    expect(Date.parse(copy.expiresAt ?? '')).toBeLessThanOrEqual(Date.now())
    // As a gateway without a copy asks for it.
    expect(await keys.resolve(key)).toMatchObject({ keyId: id, isPaused: true })
    expect((await audit())[0]).toMatchObject({ action: 'key-paused', target: 'my laptop' })
  })
  test('ends with all as it was', async () => {
    const expiresAt = inAnHour()
    const { id, key } = await keys.make(member, { expiresAt, rate: 5 })
    await keys.change(member, id, { isPaused: true })
    expect((await keys.change(member, id, { isPaused: false })).body).toMatchObject({ isPaused: false, expiresAt })
    const credential = { keyRate: 5, expiresAt }
    expect([await copyOf(key), await keys.resolve(key)]).toMatchObject([credential, credential])
    expect(await copyOf(key)).not.toHaveProperty('isPaused')
    expect((await audit())[0]).toMatchObject({ action: 'key-resumed', target: 'my laptop' })
  })
  test('is known to the operator, and to the account’s own data', async () => {
    const { id } = await keys.make(member)
    await keys.change(member, id, { name: 'build server', isPaused: true })
    const { body } = await keys.internal('GET', `/internal/keys?email=${member.email}`)
    expect(body.keys.find((one: { id: string }) => one.id === id)).toMatchObject({ name: 'build server' })
    const exported = await keys.internal('GET', `/internal/accounts/${member.userId}/export`, undefined, 'jobs')
    expect(exported.body.apiKeys.find((one: { id: string }) => one.id === id)).toMatchObject({ isPaused: true })
  })
})

describe('a session whose password was given long ago', () => {
  const stale = keys.stale(member)
  test.each([{ rate: 6 }, { rate: null }, { monthlyCap: 7 }, { networks: [] }, { networks: ['192.0.2.7'] }])(
    'is asked for it before a key may do more: %j',
    async (change) => {
      const { id, key } = await keys.make(member, limits)
      expect(await keys.change(stale, id, { name: 'another', ...change })).toMatchObject(passwordNeeded)
      expect(await listed(id)).toMatchObject({ name: 'my laptop', ...limits })
      expect(await keys.resolve(key)).toMatchObject({ networks: limits.networks, keyRate: 5, monthlyCap: 6 })
      expect((await keys.change(member, id, change)).status).toBe(200)
    },
  )
  test('is not asked for it where it may do less, and is before it is resumed', async () => {
    const { id, key } = await keys.make(member, limits)
    const less = { name: 'another', rate: 4, monthlyCap: 5, isPaused: true }
    expect((await keys.change(stale, id, less)).status).toBe(200)
    expect(await keys.change(stale, id, { isPaused: false })).toMatchObject(passwordNeeded)
    expect(await keys.resolve(key)).toMatchObject({ isPaused: true })
  })
})

test.each([
  [{ name: ' ' }, 'name', 'Name is required'],
  [{ name: 'n'.repeat(101) }, 'name', 'Name must be at most 100 characters'],
  [{ networks: ['somewhere'] }, 'networks', 'networks must be at most 20 addresses or CIDR ranges'],
  [{ rate: 0 }, 'rate', 'rate must be a whole number from 1'],
  [{ monthlyCap: 1.5 }, 'monthlyCap', 'monthlyCap must be a whole number from 1'],
  [{ isPaused: 'yes' }, 'isPaused', 'isPaused must be true or false'],
])('400: %j', async (change, field, sentence) => {
  const { id } = await keys.make(member)
  expect(await keys.change(member, id, change)).toMatchObject(invalid(field, sentence))
})

test("another account's key, one that is revoked and one that is none do not exist", async () => {
  const [{ id, key }, gone, other] = [await keys.make(member), await keys.make(member), await keys.newMember()]
  await keys.revoke(member, gone.id)
  for (const path of [id, 'x']) expect(await keys.change(other, path, { isPaused: true })).toMatchObject(noSuchKey)
  expect(await keys.change(member, gone.id, { isPaused: true })).toMatchObject(noSuchKey)
  expect(await keys.resolve(key)).not.toHaveProperty('isPaused')
})
