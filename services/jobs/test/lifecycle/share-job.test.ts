import { AccountState } from '@utter/contracts/events/account-state'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { deleteJob } from '../../src/lifecycle/end/delete-job.ts'
import { jobOfLink, shareJob, unshareJob } from '../../src/lifecycle/share-job.ts'
import { complete } from '../support/ends.ts'
import { openLifecycle, signedUpAt } from '../support/open-lifecycle.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-share'))
const { deps } = lifecycle

async function spoken() {
  const userId = await lifecycle.account('free')
  const { _id: id } = await lifecycle.submit(userId)
  await complete(lifecycle, userId, id)
  await lifecycle.flushed()
  return { userId, id, share: async () => (await shareJob(deps, { userId, id, text: true })).secret }
}
const opens = (secret: string) =>
  jobOfLink(deps, secret).then(
    () => true,
    () => false,
  )

test('of links that are made at once one opens the job', async () => {
  const { id, share } = await spoken()
  const secrets = await Promise.all([share(), share(), share()])
  const open = await Promise.all(secrets.map(opens))
  expect(open.filter(Boolean)).toHaveLength(1)
  expect((await jobOfLink(deps, secrets[open.indexOf(true)] ?? ''))._id).toBe(id)
})

test('a job that is deleted while it is shared is opened by no link', async () => {
  const { userId, id, share } = await spoken()
  const [secret] = await Promise.all([share().catch(() => undefined), deleteJob(deps, userId, id)])
  if (secret) expect(await opens(secret)).toBe(false)
  expect(await lifecycle.read(userId, id)).not.toHaveProperty('share')
})

test('a lifetime that is over closes its link before the sweep, and after it', async () => {
  const { userId, id, share } = await spoken()
  const secret = await share()
  expect(await opens(secret)).toBe(true)
  const { expiresAt } = await lifecycle.read(userId, id)
  lifecycle.passMs((expiresAt?.getTime() ?? 0) - lifecycle.now().getTime())
  expect(await opens(secret)).toBe(false)
  await lifecycle.sweep(userId)
  expect(await opens(secret)).toBe(false)
})

test('the jobs of a deleted account are opened by no link', async () => {
  const { userId, share } = await spoken()
  const secret = await share()
  const gone = { username: '', email: '', signedUpAt: signedUpAt.toISOString(), deleted: true }
  await lifecycle.handle(AccountState, userId, gone)
  expect(await opens(secret)).toBe(false)
})

test('links of a suspended account open nothing until it is resumed', async () => {
  const { userId, share } = await spoken()
  const secret = await share()
  const state = { username: 'u', email: 'u@x.example', signedUpAt: signedUpAt.toISOString() }
  const { rev } = (await deps.allowances.read(userId)) ?? {}
  await lifecycle.handle(AccountState, userId, state)
  expect((await deps.allowances.read(userId))?.rev).toBe(rev)
  for (const suspended of [true, true, false, false]) {
    await lifecycle.handle(AccountState, userId, { ...state, ...(suspended && { suspended }) })
    expect(await opens(secret)).toBe(!suspended)
  }
})

test('a job that is not shared is taken back without a change', async () => {
  const { userId, id } = await spoken()
  const before = await lifecycle.read(userId, id)
  await unshareJob(deps, userId, id)
  expect(await lifecycle.read(userId, id)).toEqual(before)
})
