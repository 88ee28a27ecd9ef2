import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { addTransientCheck, isTransient, TransientError } from '../src/is-transient.ts'

const coded = (code: string) => Object.assign(new Error('x'), { code })

test.each<[string, unknown, boolean]>([
  ['a port that nobody listens on', coded('ECONNREFUSED'), true],
  ['a connection that was reset', coded('ECONNRESET'), true],
  ['a full disk', coded('ENOSPC'), true],
  ['a server that fetch waited for too long', coded('UND_ERR_HEADERS_TIMEOUT'), true],
  ['a deadline', Object.assign(new Error('x'), { name: 'TimeoutError' }), true],
  ['a transient fault of our own making', new TransientError('too many messages wait for the broker'), true],
  ['one of these inside another', new Error('x', { cause: coded('EPIPE') }), true],
  ['a missing file', coded('ENOENT'), false],
  ['a fault of ours', new TypeError('undefined is not a function'), false],
  ['a value that is no error', 'ECONNREFUSED', false],
])('%s', (_what, error, transient) => {
  expect(isTransient(error)).toBe(transient)
})

test('faults that Node really throws: a refused connection, of a socket and of fetch, and a deadline', async () => {
  const refused = await new Promise((resolve) => connect(9, '127.0.0.1').once('error', resolve))
  const unfetched = await fetch('http://127.0.0.1:49151').catch((cause: unknown) => cause)
  const late = AbortSignal.timeout(1)
  await new Promise((resolve) => late.addEventListener('abort', resolve))
  expect([refused, unfetched, late.reason].map(isTransient)).toEqual([true, true, true])
})

test("a package adds its driver's faults, which count as causes too", () => {
  class DriverFault extends Error {}
  expect(isTransient(new DriverFault())).toBe(false)
  addTransientCheck((error) => error instanceof DriverFault)
  expect(isTransient(new Error('x', { cause: new DriverFault() }))).toBe(true)
})
