import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { closedAfterAll } from '../src/closed-after-all.ts'
import { leftOfDeleted } from '../src/invariants/deleted-account.ts'
import { openStores, validAccount } from './support/valid-account.ts'

const stores = await closedAfterAll(openStores())

const someone = () => ({ userId: randomUUID(), names: [`${randomUUID()}@example.com`], jobIds: [randomUUID()] })

test('of an account of which the ledger and the remembered id are left nothing is found', async () => {
  const deleted = someone()
  const { userId } = deleted
  await stores.collection('billing', 'ledger').insertOne({ _id: randomUUID(), userId } as never)
  await stores.collection('chat', 'deleted-accounts').insertOne({ _id: userId })
  await stores.collection('account', 'users').insertOne({ _id: userId, usernameKey: `deleted:${userId}` } as never)
  expect(await leftOfDeleted(deleted, stores.stores)).toEqual([])
})

test.each([
  ['jobs', 'jobs', (userId: string) => ({ userId })],
  ['chat', 'conversations', (userId: string) => ({ userId })],
  ['account', 'tokens', (userId: string) => ({ userId })],
  ['referral', 'members', (userId: string) => ({ brought: [userId] })],
])('planted and found: the id in %s, %s', async (service, collection, rest) => {
  const deleted = someone()
  await stores.collection(service, collection).insertOne({ _id: randomUUID(), ...rest(deleted.userId) } as never)
  expect(await leftOfDeleted(deleted, stores.stores)).toEqual([
    `${service}.${collection} has the id of the deleted account`,
  ])
})

test('planted and found: a name, even where the id may stand', async () => {
  const deleted = someone()
  const [email = ''] = deleted.names
  await stores.collection('account', 'users').insertOne({ _id: deleted.userId, email } as never)
  expect(await leftOfDeleted(deleted, stores.stores)).toEqual([`account.users has ${email}`])
})

test('planted and found: a file', async () => {
  const account = await validAccount(stores)
  const deleted = { ...someone(), jobIds: [account.tts] }
  expect(await leftOfDeleted(deleted, stores.stores)).toEqual([`the file ${account.fileOf(account.tts)} is left`])
})
