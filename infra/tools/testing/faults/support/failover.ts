import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { eventually } from '@utter/testing/eventually'
import { type Messages, openMessages } from '@utter/testing/faults/messages'
import { openMongoProxy, type ServerFault } from '@utter/testing/faults/mongo-proxy'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { processesOf, testTarget } from '@utter/testing/setup/operator'
import { type Replica, startReplica } from '@utter/testing/setup/replica'
import { openVendor } from '@utter/testing/vendors/vendor'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** All of the same kind in a row, more than a message is tried for a fault of ours. */
const inARow = 8

/** Jobs, chat, speech and billing behind a database that refuses by each of these codes. */
export function testFailover(faults: ServerFault[]): void {
  let closing: AsyncDisposableStack
  let proxy: Awaited<ReturnType<typeof openMongoProxy>>
  let careful: RetryingCustomer
  let messages: Messages
  let jobs: Replica

  beforeAll(async () => {
    closing = new AsyncDisposableStack()
    const vendor = await openVendor()
    closing.defer(() => vendor.close())
    proxy = await openMongoProxy((await testTarget()).run.backing.MONGO_URL ?? '')
    closing.defer(() => proxy.close())
    const behindProxy = { MONGO_URL: proxy.url }
    jobs = closing.use(await startReplica('jobs', behindProxy))
    for (const name of ['chat', 'speech', 'billing']) closing.use(await startReplica(name, behindProxy))
    const gateway = closing.use(await startReplica('gateway', { JOBS_URL: jobs.url }))
    messages = await openMessages()
    closing.defer(() => messages.close())
    careful = await RetryingCustomer.signUp(gateway.url, 'pro')
  })
  afterAll(() => closing.disposeAsync())

  const deadLetters = async () => {
    const lists = await Promise.all(
      ['job.steps', 'job.finished', 'chat.requested', 'speech.requested'].map((topic) => messages.office.list(topic)),
    )
    return lists.flat()
  }

  test.each(faults)(
    '$codeName ($code) from the database is a 503 at worst, and costs no message and no job',
    async (fault) => {
      const before = { letters: (await deadLetters()).length, refused: proxy.refused() }
      const statuses = new Set<number>()
      for (const path of ['/api/reply', '/api/tts'] as const) {
        proxy.refuseNext(Array.from({ length: inARow }, () => fault))
        for (let i = 0; i < 4; i++) statuses.add((await careful.customer.get('/api/jobs/recent')).status)
        await careful.submit(path, 'Yes.')
        proxy.refuseNext(Array.from({ length: inARow }, () => fault))
      }
      await careful.allEnded()
      await eventually('every answer was given', () => proxy.refused() >= before.refused + 4 * inARow)
      await messages.allHeard()
      expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
      expect((await careful.rows()).filter(({ status }) => status !== 'completed')).toEqual([])
      expect((await deadLetters()).length).toBe(before.letters)
      expect((await processesOf()).jobs).toBeDefined()
    },
    180_000,
  )

  test('after all of them every call, recording and ledger row is as it should be', async () => {
    await expectAtRest(careful.customer, { disturbed: true, accepted: careful.jobIds })
  })
}
