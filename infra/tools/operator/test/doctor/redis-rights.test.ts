import { expect, inject, test } from 'vitest'
import { redisChecks } from '../../src/doctor/checks/redis.ts'
import { runChecks } from '../../src/doctor/run-checks.ts'
import { examinedAt } from '../support/examined.ts'

// On the Cluster the user has the rights of `operating/redis.md`, and no other.
test.each([
  ['the user of all processes', inject('backing').REDIS_URL],
  ['the operator’s own user', inject('redisUrls').operator],
])('%s is found to have the rights that are needed', async (_, REDIS_URL) => {
  const rows = await runChecks(redisChecks, examinedAt({ REDIS_URL }))
  expect(rows.filter(({ status }) => status === 'failed' || status === 'warning')).toEqual([])
  expect(rows.filter(({ status }) => status === 'ok').map(({ name }) => name)).toContain('redis: rights')
})
