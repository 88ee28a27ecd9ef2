import { closedAfterAll } from '@utter/testing/closed-after-all'
import { testStatements } from '@utter/testing/statements'
import { expect, test } from 'vitest'
import { callers, openJobs } from '../../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('signing-keys'))

test('the public keys, for anybody and for pages of any site, and nothing that is private', async () => {
  const { status, body, headers } = await jobs.request('GET', '/.well-known/utter-keys.json', callers.visitor)
  expect([status, body]).toEqual([200, testStatements.keySet])
  expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=3600' })
  expect(Object.keys(body.keys[0])).not.toContain('d')
})
