import { networksOf } from '@utter/http/network-of'
import { describe, expect, test } from 'vitest'
import {
  loginLimits,
  newEmailLimit,
  passwordLimit,
  signupGuessLimits,
  signupLimits,
} from '../../src/domain/attempt-limits.ts'

const limits = { LOGIN_FAILURES_PER_NAME: 3, LOGIN_FAILURES_PER_ADDRESS: 20, SIGNUPS_PER_ADDRESS: 4 }
const network = networksOf('10.0.0.0')

describe('wrong passwords for a name', () => {
  const [ofName, ofAddress, ...everywhere] = loginLimits(limits, 'ada', network, false)

  test('are limited by the network, and those of the network for all names, in 15 minutes', () => {
    expect(ofName).toMatchObject({ subject: ['ada', '10.0.0.0'], max: 3, windowSeconds: 900 })
    expect(ofAddress).toMatchObject({ subject: ['10.0.0.0'], max: 20, windowSeconds: 900 })
  })
  test('of IPv6 are limited by its larger networks too, with more room in each', () => {
    const limited = loginLimits(limits, 'ada', networksOf('2001:db8:1:2::1'), true)
    expect(limited.map(({ subject, max }) => [...subject, max])).toEqual([
      ['ada', '2001:db8:1:2::/64', 3],
      ['ada', '2001:db8:1:0::/56', 12],
      ['ada', '2001:db8:1::/48', 48],
      ['2001:db8:1:2::/64', 20],
      ['2001:db8:1:0::/56', 80],
      ['2001:db8:1::/48', 320],
    ])
  })
  test('need pauses past a hundred from all networks, but not from one in which it has logged in', () => {
    expect(everywhere).toMatchObject([{ subject: ['ada'], max: 100, pauses: true }])
    expect(loginLimits(limits, 'ada', network, true)).toEqual([ofName, ofAddress])
  })
})

test.each<[string, unknown, number, number]>([
  ['wrong passwords of an account', passwordLimit(limits, 'u'), 3, 900],
  ['emails that were taken', newEmailLimit('u'), 10, 3_600],
  ['accounts made in a network', signupLimits(limits, network)[0], 4, 3_600],
  ['guesses at a sign-up, five for each account', signupGuessLimits(limits, network)[0], 20, 3_600],
])('%s are limited: %j', (_name, limit, max, windowSeconds) => {
  expect(limit).toMatchObject({ max, windowSeconds })
})
