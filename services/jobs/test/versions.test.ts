import { randomUUID } from 'node:crypto'
import type { IdentityGuard } from '@utter/http/identity'
import { createLog } from '@utter/telemetry/log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import type { Deps } from '../src/deps.ts'
import type { Job } from '../src/domain/job.ts'
import { type Conductor, openConductor } from './support/open-lifecycle.ts'

let conductor: Conductor
let app: ReturnType<typeof buildApp>
beforeAll(async () => {
  conductor = await openConductor('versions')
  const pass = async () => {}
  const guard = { internal: () => pass, required: () => pass, anybody: pass } as unknown as IdentityGuard
  app = buildApp({ ...conductor.deps, guard } as unknown as Deps, createLog('jobs', 'silent'))
})
afterAll(async () => {
  await app.close()
  await conductor.close()
})

async function versions(accounts: { userId: string; ids: string[]; since?: string }[]) {
  const answer = await app.inject({ method: 'POST', url: '/internal/versions', payload: { accounts } })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  return answer.json()
}
const version = async ({ userId, _id }: Job) => (await conductor.read(userId, _id)).version

test('versions of many accounts are told in one call, and nobody is told of what is not his', async () => {
  const [ada, bob] = [await conductor.account('free'), await conductor.account('free')]
  const [first, second, other] = [await conductor.submit(ada), await conductor.submit(ada), await conductor.submit(bob)]
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

test('an account that asks since when is told what has changed from then on', async () => {
  const userId = await conductor.account('free')
  const before = await conductor.submit(userId)
  conductor.pass(1_000)
  const since = conductor.now().toISOString()
  const after = await conductor.submit(userId)
  expect(await versions([{ userId, ids: [before._id], since }])).toEqual({
    [userId]: {
      versions: { [before._id]: await version(before) },
      changed: { [after._id]: await version(after) },
    },
  })
})
