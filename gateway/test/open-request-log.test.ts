import { randomUUID } from 'node:crypto'
import type { NotedRequest, NoteRequests } from '@utter/contracts/http/internal/account/note-requests'
import { createLog } from '@utter/telemetry/log'
import { eventually } from '@utter/testing/eventually'
import { expect, test } from 'vitest'
import { createRequestBuffer } from '../src/request-log/buffer.ts'
import { openRequestLog } from '../src/request-log/open-request-log.ts'

const log = createLog('gateway', 'silent')
const at = (second: number) => new Date(Date.UTC(2026, 2, 20, 12, 0, second)).toISOString()
const entry = (userId: string, second = 0): NotedRequest => ({
  requestId: randomUUID(),
  userId,
  at: at(second),
  method: 'GET',
  path: '/api/jobs',
  status: 200,
  ms: 1,
})

test('a hundred entries of an account wait, 2,000 of all; what has no room is counted by account', () => {
  const buffer = createRequestBuffer()
  for (let second = 0; second < 50; second++) for (let i = 0; i < 3; i++) buffer.add(entry('flood', second))
  for (let account = 0; account < 2_000; account++) buffer.add(entry(`account-${account}`))
  const batches: NoteRequests[] = []
  for (let batch = buffer.take(); batch; batch = buffer.take()) batches.push(batch)
  expect(batches.map(({ requests }) => requests.length)).toEqual([500, 500, 500, 500])
  expect(batches[0]?.dropped[0]).toEqual({ userId: 'flood', count: 50, from: at(33), to: at(49) })
  // The last 100 accounts found no room; a batch has the counts of 500 at most.
  expect(batches[0]?.dropped).toHaveLength(101)
  expect(buffer.hasRoom('flood')).toBe(true)
})

test('a batch that account does not take comes again, as it was, and after three tries it is a number', async () => {
  const sent: NoteRequests[] = []
  await using requests = openRequestLog(
    async (batch) => {
      sent.push(batch)
      if (sent.length <= 3) throw new Error('account is away')
    },
    log,
    5,
  )
  requests.note(entry('ada', 1))
  requests.note(entry('ada', 2))
  await eventually('it is sent a fourth time', async () => sent.length === 4)
  expect(new Set(sent.slice(0, 3)).size).toBe(1)
  expect(sent[3]).toEqual({ requests: [], dropped: [{ userId: 'ada', count: 2, from: at(1), to: at(2) }] })
})

test('what waits is sent when the process ends, once, and no failure holds it up', async () => {
  for (const answer of [async () => {}, () => Promise.reject(new Error('account is away'))]) {
    const sent: NoteRequests[] = []
    const requests = openRequestLog(
      async (batch) => {
        sent.push(batch)
        await answer()
      },
      log,
      60_000,
    )
    requests.note(entry('ada'))
    await requests[Symbol.asyncDispose]()
    expect(sent.map(({ requests: found }) => found.length)).toEqual([1])
  }
})
