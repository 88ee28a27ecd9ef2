import { CallRefused } from '@utter/http/call'
import { expect, test } from 'vitest'
import { makeDemo } from '../src/demo/make-demo.ts'
import type { Operator } from '../src/operator.ts'

test('a platform in production refuses, before an account is made', async () => {
  const refused = new CallRefused(403, '{"error":"Jobs are not dated back in production"}')
  const operator = { backdate: () => Promise.reject(refused) } as unknown as Operator
  // Nothing listens there: a sign-up would end in another error.
  const making = makeDemo({ url: 'http://127.0.0.1:9', operator, count: 1, report: () => {} })
  await expect(making).rejects.toBe(refused)
})
