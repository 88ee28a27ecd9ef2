import { expect, test } from 'vitest'
import { unverifiedLimitOf } from '../../src/domain/unverified-limit.ts'

const [free, verified] = [{ subscriptionTier: 'free' } as const, { emailVerifiedAt: new Date() }]

test.each([
  ['free', free, 10, 10],
  ['free and verified', { ...free, ...verified }, 10, undefined],
  ['paid', { subscriptionTier: 'starter' } as const, 10, undefined],
  ['free, where there is no such bound', free, undefined, undefined],
])('the calls of an account that is %s', (_name, user, unverifiedCalls, limit) => {
  expect(unverifiedLimitOf(user, unverifiedCalls)).toBe(limit)
})
