import { expect, test } from 'vitest'
import { unverifiedCallsOf } from '../src/free-bounds.ts'

const mailing = { MAIL_FROM: 'mail@utter.example', UNVERIFIED_FREE_CALLS: 10 }

test.each([
  ['where mails are sent', mailing, 10],
  ['where no mail could verify it', { UNVERIFIED_FREE_CALLS: 10 }, undefined],
  ['where the bound is off', { ...mailing, UNVERIFIED_FREE_CALLS: 0 }, undefined],
])('the calls of a free account before its address is verified, %s', (_name, env, calls) => {
  expect(unverifiedCallsOf(env)).toBe(calls)
})
