import { openDatabase } from '@utter/testing/setup/databases'
import { tryUpdate } from '@utter/testing/try-update'
import type { mongo } from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../src/domain/endpoint.ts'
import { type EndpointStore, openEndpoints } from '../../src/store/endpoints.ts'
import { later, now } from '../support/trials.ts'

let endpoints: EndpointStore
let collection: mongo.Collection<Endpoint>
let close: () => Promise<void>
beforeAll(async () => {
  const mongo = await openDatabase('notifier-endpoints')
  close = mongo.close
  endpoints = await openEndpoints(mongo.connection)
  collection = mongo.connection.collection('endpoints') as unknown as mongo.Collection<Endpoint>
})
afterAll(() => close())

type Fields = Partial<Endpoint>
const [url, other] = ['https://example.com/', 'https://other.example/']
const fresh: Endpoint = { _id: 'own', tier: 'free', billingVersion: 0, version: 0 }
/** An account whose webhook fails, and is disabled. */
const disabled: Fields = {
  ...{ url, urlSince: later(-9), secret: 'old', version: 3, disabledReason: 'gone' },
  ...{ failingSince: later(-5), failedOn: ['2026-03-20'], lastError: 'It failed', disabledAt: later(-1) },
}
const failing: Fields = { ...disabled, disabledAt: undefined as never, disabledReason: undefined as never }
const working: Fields = { url, secret: 'old', version: 3 }
const enabled = { failingSince: null, failedOn: null, lastError: null, disabledAt: null, disabledReason: null }
const changedMeanwhile: Fields[] = [{ version: 4 }, { secret: 'new' }]
const seenAs = (fields: Fields): Endpoint => ({ ...fresh, ...fields })
const old = (secret: string) => ({ secret, until: later(60) })

type Update = { name: string; to: Fields; act(): Promise<unknown>; changed: object; not: Fields[] }
const updates: Update[] = [
  {
    name: 'a plan',
    to: { billingVersion: 2 },
    act: () => endpoints.setTier('own', 'pro', 3),
    changed: { tier: 'pro', billingVersion: 3 },
    not: [{ billingVersion: 3 }, { billingVersion: 4 }],
  },
  {
    name: 'the first address, with a secret',
    to: {},
    act: () => endpoints.setUrl(fresh, url, 'first', now),
    changed: { url, urlSince: now, secret: 'first', unpublishedSince: now, version: 1 },
    not: [{ version: 1 }, { secret: 'another' }],
  },
  {
    name: 'another address, which is enabled by it',
    to: disabled,
    act: () => endpoints.setUrl(seenAs(disabled), other, 'new', now),
    changed: { url: other, urlSince: now, secret: 'new', unpublishedSince: now, version: 4, ...enabled },
    not: [...changedMeanwhile, { secret: undefined as never }],
  },
  {
    name: 'the same address again, which is enabled by it',
    to: disabled,
    act: () => endpoints.setUrl(seenAs(disabled), url, 'old', now),
    changed: { unpublishedSince: now, version: 4, ...enabled },
    not: changedMeanwhile,
  },
  {
    name: 'an address that is removed',
    to: disabled,
    act: () => endpoints.removeUrl(seenAs(disabled), now),
    changed: { url: null, urlSince: null, unpublishedSince: now, version: 4, ...enabled },
    not: changedMeanwhile,
  },
  {
    name: 'a secret that is replaced',
    to: working,
    act: () => endpoints.replaceSecret(seenAs(working), 'new', old('old')),
    changed: { secret: 'new', oldSecrets: [old('old')] },
    not: changedMeanwhile,
  },
  {
    name: 'a secret where there was none',
    to: {},
    act: () => endpoints.replaceSecret(fresh, 'new'),
    changed: { secret: 'new' },
    not: [{ secret: 'another' }],
  },
  {
    name: 'the fifth old secret',
    to: { ...working, oldSecrets: ['a', 'b', 'c', 'd'].map(old) },
    act: () => endpoints.replaceSecret(seenAs(working), 'new', old('old')),
    changed: { secret: 'new', oldSecrets: ['b', 'c', 'd', 'old'].map(old) },
    not: [],
  },
  {
    name: 'secrets that are stored in another way',
    to: working,
    act: () => endpoints.renewSecrets(seenAs(working), 'sealed', [old('sealed, too')]),
    changed: { secret: 'sealed', oldSecrets: [old('sealed, too')] },
    not: changedMeanwhile,
  },
  {
    name: 'a secret that is stored in another way, where no old one signs',
    to: { ...working, oldSecrets: [old('old')] },
    act: () => endpoints.renewSecrets(seenAs(working), 'sealed', []),
    changed: { secret: 'sealed', oldSecrets: null },
    not: changedMeanwhile,
  },
  {
    name: 'a first failure',
    to: working,
    act: () => endpoints.failed('own', url, 'It failed', now),
    changed: { failingSince: now, failedOn: ['2026-03-20'], lastError: 'It failed' },
    not: [{ url: other }],
  },
  {
    name: 'a further failure',
    to: failing,
    act: () => endpoints.failed('own', url, 'It failed again', now),
    changed: { lastError: 'It failed again' },
    not: [{ url: other }],
  },
  {
    name: 'the first failure of another day',
    to: { ...failing, failedOn: ['11', '12', '13', '14', '15'] },
    act: () => endpoints.failed('own', url, 'It failed again', now),
    changed: { failedOn: ['12', '13', '14', '15', '2026-03-20'], lastError: 'It failed again' },
    not: [{ url: other }],
  },
  {
    name: 'a first failure, after a version that left the days of earlier ones',
    to: { ...working, failedOn: ['2026-03-20', '2026-03-19'] },
    act: () => endpoints.failed('own', url, 'It failed', now),
    changed: { failingSince: now, failedOn: ['2026-03-20'], lastError: 'It failed' },
    not: [{ url: other }],
  },
  {
    name: 'a success',
    to: failing,
    act: () => endpoints.succeeded('own', url, now),
    changed: { lastDeliveredAt: now, failingSince: null, failedOn: null, lastError: null },
    not: [{ url: other }],
  },
  {
    name: 'an address that is disabled',
    to: failing,
    act: () => endpoints.disable('own', url, 'gone', now),
    changed: { disabledAt: now, disabledReason: 'gone', unpublishedSince: now, version: 4 },
    not: [{ url: other }, { disabledAt: later(-1) }],
  },
]

describe.each(updates)('$name', ({ name, to, act, changed, not }) => {
  const trial = (more: Fields = {}) =>
    tryUpdate<Endpoint>(collection, [seenAs({ ...to, ...more }), { ...seenAs(to), _id: 'other' }], act)

  test('changes the account, and no other', async () => {
    const tried = await trial()
    expect(tried.changed).toEqual(changed)
    if (name !== 'a success') expect(tried.result).toEqual(await endpoints.read('own'))
  })

  test.each(not)('leaves an account alone that has %o', async (more) => {
    const { result, changed } = await trial(more)
    expect([result ?? null, changed]).toEqual([null, {}])
  })
})

test('the document of an account is made once, and removed', async () => {
  await collection.deleteMany({})
  expect(await endpoints.read('own')).toBeNull()
  const made = await Promise.all(Array.from({ length: 10 }, () => endpoints.readOrCreate('own')))
  expect(made).toEqual(made.map(() => fresh))
  await endpoints.setTier('own', 'pro', 1)
  expect(await endpoints.readOrCreate('own')).toEqual({ ...fresh, tier: 'pro', billingVersion: 1 })
  await endpoints.readOrCreate('other')
  await endpoints.remove('own')
  expect([await endpoints.read('own'), await endpoints.read('other')]).toEqual([null, { ...fresh, _id: 'other' }])
})

test('a day on which many tries fail at the same time is one day', async () => {
  await collection.deleteMany({})
  await collection.insertOne(seenAs({ ...failing, failedOn: ['2026-03-19'] }), { ignoreUndefined: true })
  await Promise.all(Array.from({ length: 20 }, () => endpoints.failed('own', url, 'It failed', now)))
  expect((await endpoints.read('own'))?.failedOn).toEqual(['2026-03-19', '2026-03-20'])
})

test('accounts are found by a secret outside of a range, the present one or an old one', async () => {
  await collection.deleteMany({})
  const secrets = { before: 'key:a', inside: 'key:b:1', at: 'key:b:', after: 'key:b;', plain: 'whsec_' }
  const documents: Endpoint[] = [
    ...Object.entries(secrets).map(([_id, secret]) => ({ ...fresh, _id, secret })),
    { ...fresh, _id: 'old outside', secret: 'key:b:1', oldSecrets: [old('key:b:2'), old('key:a')] },
    { ...fresh, _id: 'old inside', secret: 'key:b:1', oldSecrets: [old('key:b:2')] },
    { ...fresh, _id: 'none' },
  ]
  await collection.insertMany(documents)
  const range = { from: 'key:b:', to: 'key:b;' }
  const found = async (limit: number, besides: string[]) =>
    (await endpoints.withSecretsOutside(range, limit, besides)).map(({ _id }) => _id).sort()
  expect(await found(10, [])).toEqual(['after', 'before', 'old outside', 'plain'])
  expect(await found(10, ['before', 'old outside'])).toEqual(['after', 'plain'])
  expect(await found(2, [])).toHaveLength(2)
})
