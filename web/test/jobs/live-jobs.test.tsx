import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { accountEvents } from '../../src/features/jobs/live/account-events.ts'
import { followAccount } from '../../src/features/jobs/live/live-jobs.ts'
import { recentQuery } from '../../src/features/jobs/live/queries.ts'
import type { LiveStreamOptions } from '../../src/lib/server/live-stream.ts'
import { createQueryClient } from '../../src/lib/server/query-client.ts'
import { aJob } from '../answers/jobs.ts'
import { answer, serve } from '../support/support.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

test('a reset of the account’s stream reads the lists anew, and those who follow a job are told', async () => {
  const { count } = serve({ 'GET /api/jobs/recent': () => answer([aJob()]) })
  const client = createQueryClient()
  new QueryObserver(client, recentQuery).subscribe(() => {})
  const told = vi.fn()
  const forget = accountEvents.on(told)
  let stream: LiveStreamOptions | undefined
  const end = followAccount(
    client,
    () => {},
    (options) => {
      stream = options
      return () => {}
    },
  )
  await vi.advanceTimersByTimeAsync(1_500)
  const before = count('GET /api/jobs/recent')
  stream?.onEvent?.reset?.({ at: new Date().toISOString() })
  await vi.advanceTimersByTimeAsync(1_500)
  expect(count('GET /api/jobs/recent')).toBe(before + 1)
  expect(told).toHaveBeenLastCalledWith(null)
  end()
  forget()
})
