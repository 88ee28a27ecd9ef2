import { closedAfterAll } from '@utter/testing/closed-after-all'
import { requestedStep } from '@utter/testing/requested-step'
import { openDatabase } from '@utter/testing/setup/databases'
import { expect, test } from 'vitest'
import { openClaims } from '../src/claims.ts'
import { createClaimsOfAccounts, refuseDeleted } from '../src/claims-of-accounts.ts'
import { openDeletedAccounts } from '../src/deleted-accounts.ts'

const mongo = await closedAfterAll(openDatabase('claims-of-accounts'))
const deleted = await openDeletedAccounts(mongo.connection)
const claims = refuseDeleted(await openClaims<string>(mongo.connection), deleted)
const accounts = createClaimsOfAccounts(mongo.connection)

const aStep = () => requestedStep({ stage: 'chat' })
const ofAccount = (userId: string) => mongo.connection.collection('claims').find({ userId }).toArray()
const refused = { result: { failed: { code: 'account_deleted', error: 'The account was deleted' } } }

test('a step of a deleted account takes no claim, and none is left', async () => {
  const id = aStep()
  await deleted.add(id.userId, new Date())
  expect(await claims.take(id, 'one')).toEqual(refused)
  expect(await ofAccount(id.userId)).toEqual([])
})

test('a step of a deleted account that is withdrawn leaves nothing', async () => {
  const id = aStep()
  await deleted.add(id.userId, new Date())
  await claims.withdraw(id, new Date())
  expect(await claims.replaceResult(id, new Date())).toBeNull()
  expect(await ofAccount(id.userId)).toEqual([])
})

test('a step of an account that is deleted while it waits is leased by nobody, and its claim is left to the erasure', async () => {
  const id = aStep()
  expect(await claims.enqueue(id, 1)).toBe('waiting')
  await deleted.add(id.userId, new Date())
  expect(await claims.lease({ lane: 'fast' }, 'two')).toBeUndefined()
  expect(await ofAccount(id.userId)).toHaveLength(1)
  await accounts.removeOf(id.userId)
  expect(await claims.take(id, 'two')).toEqual(refused)
  expect(await ofAccount(id.userId)).toEqual([])
})

test('once its claims are taken from it a worker can neither renew nor finish, and what is finished is there to be cleared', async () => {
  const [running, done] = [aStep(), aStep()]
  done.userId = running.userId
  await claims.take(running, 'one')
  await claims.take(done, 'one')
  await claims.finish(done, 'one', { value: 'sound' })
  const results: unknown[] = []
  await accounts.removeOf(running.userId, async (found) => {
    expect(await claims.renew(running, 'one')).toBe(false)
    expect(await claims.finish(running, 'one', { value: 'late' })).toBeUndefined()
    results.push(...found.map(({ result }) => result))
  })
  expect(new Set(results)).toEqual(new Set([undefined, { value: 'sound' }]))
  expect(await ofAccount(running.userId)).toEqual([])
})

test('the claims of one account are removed, and those of another stay', async () => {
  const [mine, other] = [aStep(), aStep()]
  for (const id of [mine, other]) await claims.take(id, 'one')
  await accounts.removeOf(mine.userId)
  expect([(await ofAccount(mine.userId)).length, (await ofAccount(other.userId)).length]).toEqual([0, 1])
})
