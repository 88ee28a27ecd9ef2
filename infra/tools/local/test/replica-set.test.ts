import { expect, test } from 'vitest'
import { type Ask, isPrimary } from '../src/backing/replica-set.ts'

const member = '127.0.0.1:4000'
const members = [{ _id: 0, host: member }]

/** A server that answers by the name of the command, and what it was asked to change. */
function aServer(answers: Record<string, Record<string, unknown> | number>) {
  const changes: Record<string, unknown>[] = []
  const ask: Ask = async (command) => {
    const [name = ''] = Object.keys(command)
    if (!(name in answers)) changes.push(command)
    const answer = answers[name] ?? {}
    if (typeof answer === 'number') throw Object.assign(new Error('refused'), { code: answer })
    return answer
  }
  return { ask, changes }
}

test('a set that never was is initiated', async () => {
  const { ask, changes } = aServer({ hello: {}, replSetGetStatus: 94 })
  expect(await isPrimary(ask, member, '8.0.29')).toBe(false)
  expect(changes).toEqual([{ replSetInitiate: { _id: 'utter', members } }])
})

test('a set that knows its member by another port is told the present one', async () => {
  const config = { _id: 'utter', version: 3, members: [{ _id: 0, host: '127.0.0.1:3999' }], settings: { a: 1 } }
  const { ask, changes } = aServer({ hello: {}, replSetGetStatus: 93, replSetGetConfig: { config } })
  expect(await isPrimary(ask, member, '8.0.29')).toBe(false)
  expect(changes).toEqual([{ replSetReconfig: { ...config, version: 4, members }, force: true }])
})

test('a set that elects is waited for', async () => {
  const { ask, changes } = aServer({ hello: {}, replSetGetStatus: { ok: 1 } })
  expect(await isPrimary(ask, member, '8.0.29')).toBe(false)
  expect(changes).toEqual([])
})

test('any other fault is told, and nothing is changed', async () => {
  const { ask, changes } = aServer({ hello: {}, replSetGetStatus: 13 })
  await expect(isPrimary(ask, member, '8.0.29')).rejects.toThrow('refused')
  expect(changes).toEqual([])
})

test.for([
  ['8.0', []],
  ['7.0', [{ setFeatureCompatibilityVersion: '8.0', confirm: true }]],
] as const)('a primary whose data is of series %s is of 8.0 from then on', async ([version, expected]) => {
  const getParameter = { featureCompatibilityVersion: { version } }
  const { ask, changes } = aServer({ hello: { isWritablePrimary: true }, getParameter })
  expect(await isPrimary(ask, member, '8.0.29')).toBe(true)
  expect(changes).toEqual(expected)
})
