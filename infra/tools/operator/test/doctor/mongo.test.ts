import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { services } from '@utter/contracts/flow'
import { repoDir } from '@utter/local/settings'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import mongoose from 'mongoose'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { indexChecks } from '../../src/doctor/checks/indexes.ts'
import { mongoChecks } from '../../src/doctor/checks/mongo.ts'
import { waitingChecks } from '../../src/doctor/checks/waiting.ts'
import { runChecks } from '../../src/doctor/run-checks.ts'
import { wantedIndexes } from '../../src/doctor/wanted-indexes.ts'
import { examinedAt, faultsOf, ownServer } from '../support/examined.ts'

const MONGO_URL = await ownServer('MONGO_URL')
const client = await closedAfterAll(new mongoose.mongo.MongoClient(MONGO_URL))
const checks = [...mongoChecks, ...indexChecks, ...waitingChecks]
const here = () => examinedAt({ MONGO_URL }, { dataDir: '/nowhere' })

beforeAll(async () => {
  for (const [database, collections] of Object.entries(wantedIndexes))
    for (const [collection, indexes] of Object.entries(collections)) {
      await client.db(database).createCollection(collection)
      if (indexes.length > 0)
        await client
          .db(database)
          .collection(collection)
          .createIndexes(indexes as never)
    }
})
const expectHealthy = async () => expect(await faultsOf(checks, here())).toEqual([])

const shell = (command: string) => promisify(execFile)('sh', ['-c', command], { cwd: repoDir })

/** The expression of `mongosh --eval`, against the server: that shell is on few machines. */
async function evaluate(action: string): Promise<void> {
  const [, expression = ''] = /--eval '([^']+)'/.exec(action) ?? []
  const db = {
    getSiblingDB: (database: string) => ({ getCollection: (name: string) => client.db(database).collection(name) }),
  }
  await runInNewContext(expression, { db })
}

test('a database that has everything has no fault, and the doctor leaves nothing behind', async () => {
  const before = await Promise.all(
    services.map((name) => client.db(name).listCollections({}, { nameOnly: true }).toArray()),
  )
  await expectHealthy()
  const after = await Promise.all(
    services.map((name) => client.db(name).listCollections({}, { nameOnly: true }).toArray()),
  )
  expect(after).toEqual(before)
})

test('an index that is missing is named first, and built by what is printed', async () => {
  await client.db('referral').collection('members').dropIndex('code_1')
  const [first] = await faultsOf(checks, here())
  expect(first).toMatchObject({
    name: 'mongodb: indexes of referral',
    status: 'failed',
    observed: 'missing: members.code_1',
  })
  await shell(first?.action ?? '')
  await expectHealthy()
})

test('an index with other options is named first, and replaced by what is printed', async () => {
  const members = client.db('referral').collection('members')
  const index = wantedIndexes.referral?.members?.find(({ key }) => 'code' in key)
  await members.dropIndex('code_1')
  await members.createIndex(index?.key as never, { name: 'code_1' })
  const [first] = await faultsOf(checks, here())
  expect(first).toMatchObject({ status: 'failed', observed: 'with other fields or options: members.code_1' })
  const [drop = '', build = ''] = (first?.action ?? '').split(', then ')
  await evaluate(drop)
  await shell(build)
  await expectHealthy()
})

test('a collection that is missing is all of its indexes', async () => {
  await client.db('billing').collection('debts').drop()
  const [first] = await faultsOf(checks, here())
  expect(first).toMatchObject({
    name: 'mongodb: indexes of billing',
    observed: expect.stringContaining('missing: debts.'),
  })
  await shell(first?.action ?? '')
  await expectHealthy()
})

test.each([
  [
    'a change that nobody publishes',
    ...(['account', 'users', { _id: 'u', usernameKey: 'u', emailKey: 'u' }, 'unpublishedSince', 2] as const),
    ...(['failed', 'waiting: unpublished changes of account', '1 are older than a minute'] as const),
  ],
  [
    'a step that no process begins',
    ...(['speech', 'claims', { _id: 'j:speech', owner: 'nobody', lane: 'fast' }, 'at', 2] as const),
    ...([
      'warning',
      'waiting: steps of speech',
      '1 of the fast lane wait for more than a minute, of 1 in all',
    ] as const),
  ],
  [
    'a step of a dead process',
    ...(['chat', 'claims', { _id: 'j:chat', owner: 'x' }, 'dueAt', 3] as const),
    ...(['failed', 'waiting: steps of chat', 'no process looks after 1 that are overdue'] as const),
  ],
  [
    'a webhook that nobody sends',
    ...(['notifier', 'deliveries', { _id: 'd' }, 'nextAttemptAt', 6] as const),
    ...(['warning', 'waiting: webhooks', '1 are due for more than 5 minutes'] as const),
  ],
  [
    'a webhook that was disabled',
    ...(['notifier', 'endpoints', { _id: 'e' }, 'disabledAt', 60] as const),
    ...(['warning', 'waiting: disabled webhooks', '1 were disabled in the last day, 1 in all'] as const),
  ],
])('%s is named first', async (_what, database, collection, document, date, minutes, status, name, observed) => {
  const found = client.db(database).collection<{ _id: string }>(collection)
  onTestFinished(async () => void (await found.deleteOne({ _id: document._id })))
  await found.insertOne({ ...document, [date]: new Date(Date.now() - minutes * 60_000) })
  expect(await faultsOf(checks, here())).toMatchObject([{ name, status, observed }])
})

test('a database that is away is one row, and all others are skipped', async () => {
  const rows = await runChecks(checks, examinedAt({ MONGO_URL: 'mongodb://127.0.0.1:9' }, { dataDir: '/nowhere' }))
  const [first, ...others] = rows.filter(({ status }) => status === 'failed')
  expect([first?.name, others]).toEqual(['mongodb: reached', []])
  expect(first?.action).toContain('npm start (its log: /nowhere/logs/mongo.log)')
  expect(rows.find(({ name }) => name === 'mongodb: indexes of jobs')).toMatchObject({
    status: 'skipped',
    observed: 'MongoDB is unavailable',
  })
})

test('in production a server by itself, without TLS, is told', async () => {
  const faults = await faultsOf(mongoChecks, examinedAt({ MONGO_URL }, { isProduction: true }))
  expect(faults.map(({ status, name }) => [status, name])).toEqual([
    ['failed', 'mongodb: replica set'],
    ['warning', 'mongodb: TLS'],
  ])
})

test.each([
  ['mongodb://db:27017/?tls=true', 'ok'],
  ['mongodb://db:27017/?ssl=true', 'ok'],
  ['mongodb+srv://db.example.com/', 'ok'],
  ['mongodb+srv://db.example.com/?tls=false', 'warning'],
  ['mongodb://db:27017', 'warning'],
])('in production %s is %s', async (url, status) => {
  const [tls] = mongoChecks.filter(({ name }) => name === 'mongodb: TLS')
  expect(await tls?.examine(examinedAt({ MONGO_URL: url }, { isProduction: true }))).toMatchObject({ status })
})
