import { describe, expect, test } from 'vitest'
import {
  loginLimits,
  newEmailLimit,
  passwordLimit,
  signupGuessLimit,
  signupLimit,
} from '../../src/domain/attempt-limits.ts'

const limits = { LOGIN_FAILURES_PER_NAME: 3, LOGIN_FAILURES_PER_ADDRESS: 20, SIGNUPS_PER_ADDRESS: 4 }

describe('wrong passwords for a name', () => {
  const [ofName, ofAddress, ...everywhere] = loginLimits(limits, 'ada', '10.0.0.0', false)

  test('are limited by the network, and those of the network for all names, in 15 minutes', () => {
    expect(ofName).toMatchObject({ subject: ['ada', '10.0.0.0'], max: 3, windowSeconds: 900 })
    expect(ofAddress).toMatchObject({ subject: ['10.0.0.0'], max: 20, windowSeconds: 900 })
  })
  test('need pauses past a hundred from all networks, but not from one in which it has logged in', () => {
    expect(everywhere).toMatchObject([{ subject: ['ada'], max: 100, pauses: true }])
    expect(loginLimits(limits, 'ada', '10.0.0.0', true)).toEqual([ofName, ofAddress])
  })
})

test.each([
  ['wrong passwords of an account', passwordLimit(limits, 'u'), 3, 900],
  ['emails that were taken', newEmailLimit('u'), 10, 3_600],
  ['accounts made in a network', signupLimit(limits, 'n'), 4, 3_600],
  ['guesses at a sign-up, five for each account', signupGuessLimit(limits, 'n'), 20, 3_600],
])('%s are limited: %j', (_name, limit, max, windowSeconds) => {
  expect(limit).toMatchObject({ max, windowSeconds })
})
