import { expect, test } from 'vitest'
import { watchPlan } from '../../src/features/billing/watch-plan.ts'
import { createQueryClient } from '../../src/lib/server/query-client.ts'
import { serveSignedIn } from '../support/support.tsx'

test('it asks no more once nobody waits for the answer', async () => {
  const { count } = serveSignedIn()
  const watching = new AbortController()
  const isThere = () => {
    setTimeout(() => watching.abort(), 20)
    return false
  }
  const { signal } = watching
  expect(await watchPlan(createQueryClient(), isThere, { limitMs: 30_000, signal })).toBe(false)
  expect(count('GET /api/auth/me')).toBe(1)
})
