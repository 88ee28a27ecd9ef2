import type { CreatedApiKey } from '@utter/contracts/http/account/api-keys'
import { invalid, problem } from '@utter/testing/problems'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { countOf } from '../../support/open-account.ts'
import { inAnHour, newKey, openKeyOwner } from '../../support/open-key-owner.ts'

const keys = await openKeyOwner()
const member = keys.owner
afterAll(() => keys[Symbol.asyncDispose]())

describe('a new key', () => {
  test('is shown once, and has the limits that its owner chose', async () => {
    const limits = {
      expiresAt: inAnHour(),
      networks: ['192.0.2.7', '2001:db8::/32'],
      rate: 3,
      monthlyCap: 40,
    }
    const answer = await keys.request(member, 'POST', '/api/keys', newKey({ name: ' my laptop ', ...limits }))
    const { key, ...rest } = answer.body as CreatedApiKey
    expect([answer.status, answer.headers['cache-control']]).toEqual([201, 'no-store'])
    expect(key).toMatch(/^utter_.{43}$/)
    expect(rest).toEqual({
      id: expect.any(String),
      name: 'my laptop',
      scopes: ['jobs:read'],
      start: key.slice(0, 10),
      createdAt: expect.any(String),
      lastUsedAt: null,
      ...limits,
      callsUsed: 0,
      isPaused: false,
    })
    expect(await keys.list(member)).toContainEqual(rest)
    const { rate, ...others } = limits
    expect(await keys.resolve(key)).toMatchObject({ userId: member.userId, keyId: rest.id, keyRate: rate, ...others })
    expect(JSON.stringify([await keys.tokens.keysOf(member.userId), await keys.list(member)])).not.toContain(key)
  })
  test('without limits has none, and null and an empty list are none', async () => {
    const none = { expiresAt: null, networks: [], rate: null, monthlyCap: null }
    for (const change of [{}, none]) {
      const { key, ...view } = await keys.make(member, { ...change, scopes: ['jobs:read', 'jobs:read', 'usage:read'] })
      expect(view).toMatchObject({ ...none, scopes: ['jobs:read', 'usage:read'] })
      const credential = await keys.resolve(key)
      expect(credential).not.toHaveProperty('networks')
      expect(credential).not.toHaveProperty('keyRate')
      expect(credential).not.toHaveProperty('monthlyCap')
      expect(credential?.expiresAt).toBeNull()
    }
  })
  test('deletes jobs only where it was asked for, in a credential that the version before reads', async () => {
    const writes = await keys.make(member, { scopes: ['jobs:write'] })
    const deletes = await keys.make(member, { scopes: ['jobs:write', 'jobs:delete'] })
    expect([writes.scopes, deletes.scopes]).toEqual([['jobs:write'], ['jobs:write', 'jobs:delete']])
    expect(await keys.resolve(writes.key)).toMatchObject({ scopes: ['jobs:write'], addedScopes: [] })
    expect(await keys.resolve(deletes.key)).toMatchObject({ scopes: ['jobs:write'], addedScopes: ['jobs:delete'] })
  })
  test('of before deletion had a scope of its own deletes what it writes, and after a reroll too', async () => {
    const { id, key } = await keys.make(member, { scopes: ['jobs:write'] })
    await keys.asOfBefore(key)
    const scopesNow = async () => (await keys.list(member)).find((one) => one.id === id)?.scopes
    expect(await scopesNow()).toEqual(['jobs:write', 'jobs:delete'])
    const { body } = await keys.reroll(member, id)
    expect(await scopesNow()).toEqual(['jobs:write', 'jobs:delete'])
    for (const one of [key, body.key]) expect((await keys.resolve(one)) ?? {}).not.toHaveProperty('addedScopes')
  })
  const [scopes, networks] = [
    'scopes must be one or more of jobs:write, jobs:read, jobs:delete, usage:read',
    'networks must be at most 20 addresses or CIDR ranges',
  ]
  const end = 'expiresAt must lie in the future'
  const tooMany = Array.from({ length: 21 }, (_, index) => `192.0.2.${index}`)
  test.each<[string, string, unknown[]]>([
    ['name', 'Name is required', [undefined, null, '', '  ']],
    ['name', 'Name must be at most 100 characters', ['x'.repeat(101)]],
    ['name', 'Name must be a string', [7, {}]],
    ['scopes', scopes, [undefined, null, [], 'jobs:read', ['everything'], ['jobs:read', 7], {}]],
    ['expiresAt', end, ['tomorrow', 7, '2020-01-01T00:00:00.000Z', '2099-02-30T00:00:00.000Z', {}]],
    ['networks', networks, ['192.0.2.7', tooMany, ['192.0.2.300'], ['10.0.0.0/33'], ['2001:db8::/129'], ['here'], [7]]],
    ['rate', 'rate must be a whole number from 1', [0, -1, 1.5, '7', {}]],
    ['monthlyCap', 'monthlyCap must be a whole number from 1', [0, 0.5, '7', []]],
  ])('with a wrong %s is refused: %s', async (field, sentence, values) => {
    const before = (await keys.list(member)).length
    for (const value of values) {
      const answer = await keys.request(member, 'POST', '/api/keys', newKey({ [field]: value }))
      expect(answer).toMatchObject(invalid(field, sentence))
    }
    expect(await keys.list(member)).toHaveLength(before)
  })
  test('with an operator in place of a value is refused, under the name of the field', async () => {
    for (const field of ['name', 'scopes', 'expiresAt', 'networks', 'rate', 'monthlyCap']) {
      const { status, body } = await keys.request(member, 'POST', '/api/keys', newKey({ [field]: { $gt: '' } }))
      expect([status, body.details]).toEqual([400, [expect.objectContaining({ field: `${field}.$gt` })]])
    }
  })
  test('with an unknown field is made without it', async () => {
    expect(await keys.make(member, { admin: true, id: 'mine' })).not.toHaveProperty('admin')
  })
  test.each([
    [undefined, 'The body must be a JSON object'],
    [[], 'The body must be a JSON object'],
  ])('needs an object, not %j', async (body, sentence) => {
    expect(await keys.request(member, 'POST', '/api/keys', body)).toMatchObject(invalid('body', sentence))
  })
})

describe('an account', () => {
  test('gets exactly 50 keys, however many are made at once, and another once one is revoked or has expired', async () => {
    const many = await keys.newMember()
    const soon = await keys.make(many, { expiresAt: inAnHour() })
    for (let i = 0; i < 39; i++) await keys.make(many)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => keys.request(many, 'POST', '/api/keys', newKey())),
    )
    expect([countOf(answers, 201), countOf(answers, 409)]).toEqual([10, 10])
    expect(await keys.request(many, 'POST', '/api/keys', newKey())).toMatchObject(
      problem(409, 'An account may have at most 50 API keys', 'too_many_keys'),
    )
    const listed = await keys.list(many)
    expect(listed).toHaveLength(50)
    // Refused keys left nothing behind.
    expect(await keys.tokens.keysOf(many.userId)).toHaveLength(50)

    await keys.revoke(many, listed[1]?.id ?? '')
    await keys.make(many)
    expect(await keys.request(many, 'POST', '/api/keys', newKey())).toMatchObject({ status: 409 })
    vi.useFakeTimers({ now: Date.now() + 3_600_001, toFake: ['Date'] })
    try {
      expect((await keys.list(many)).map(({ id }) => id)).not.toContain(soon.id)
      const later = { ...many, session: { ...many.session, verifiedAt: new Date().toISOString() } }
      await keys.make(later)
      expect(await keys.request(later, 'POST', '/api/keys', newKey())).toMatchObject({ status: 409 })
    } finally {
      vi.useRealTimers()
    }
  })
})
