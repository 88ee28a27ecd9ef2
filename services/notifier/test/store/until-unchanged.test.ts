import { expect, test } from 'vitest'
import type { Endpoint } from '../../src/domain/endpoint.ts'
import { untilUnchanged } from '../../src/store/until-unchanged.ts'

const version = (version: number): Endpoint => ({ _id: 'u', tier: 'free', billingVersion: 0, version })

test.each([
  [1, 1],
  [5, 5],
  [6, undefined],
])('a change that first matches at try %i: %s', async (matches, tries) => {
  let reads = 0
  const readOrCreate = async () => version(++reads)
  const change = async (seen: Endpoint) => (seen.version === matches ? { ...seen, tier: 'pro' as const } : null)
  const changed = untilUnchanged({ readOrCreate }, 'u', change)
  if (tries === undefined) await expect(changed).rejects.toMatchObject({ status: 503 })
  else expect(await changed).toEqual({ before: version(tries), after: { ...version(tries), tier: 'pro' } })
  expect(reads).toBe(Math.min(matches, 5))
})
