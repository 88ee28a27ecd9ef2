import { randomUUID } from 'node:crypto'
import type { IdentityGuard } from '@utter/http/identity'
import { createLog } from '@utter/telemetry/log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import type { Deps } from '../src/deps.ts'
import type { Job } from '../src/domain/job.ts'
import { type Lifecycle, openLifecycle } from './support/open-lifecycle.ts'

let lifecycle: Lifecycle
let app: ReturnType<typeof buildApp>
beforeAll(async () => {
  lifecycle = await openLifecycle('versions')
  const pass = async () => {}
  const guard = { internal: () => pass, required: () => pass, anybody: pass } as unknown as IdentityGuard
  app = buildApp({ ...lifecycle.deps, guard } as unknown as Deps, createLog('jobs', 'silent'))
})
afterAll(async () => {
  await app.close()
  await lifecycle.close()
})

async function versions(accounts: { userId: string; ids: string[]; since?: string }[]) {
  const answer = await app.inject({ method: 'POST', url: '/internal/versions', payload: { accounts } })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  return answer.json()
}
const version = async ({ userId, _id }: Job) => (await lifecycle.read(userId, _id)).version

test('versions of many accounts come in one call, and none has those of another', async () => {
  const [ada, bob] = [await lifecycle.account('free'), await lifecycle.account('free')]
  const [first, second, other] = [await lifecycle.submit(ada), await lifecycle.submit(ada), await lifecycle.submit(bob)]
  const none = randomUUID()
  expect(
    await versions([
      { userId: ada, ids: [first._id, other._id, none] },
      { userId: bob, ids: [other._id] },
      { userId: none, ids: [second._id] },
    ]),
  ).toEqual({
    [ada]: { versions: { [first._id]: await version(first) }, changed: {} },
    [bob]: { versions: { [other._id]: await version(other) }, changed: {} },
    [none]: { versions: {}, changed: {} },
  })
})

test('an account that names a time gets what has changed since then', async () => {
  const userId = await lifecycle.account('free')
  const before = await lifecycle.submit(userId)
  lifecycle.passMs(1_000)
  const since = lifecycle.now().toISOString()
  const after = await lifecycle.submit(userId)
  expect(await versions([{ userId, ids: [before._id], since }])).toEqual({
    [userId]: {
      versions: { [before._id]: await version(before) },
      changed: { [after._id]: await version(after) },
    },
  })
})
