import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { describe, expect, test } from 'vitest'
import { openClaims } from '../src/claims.ts'

const mongo = await closedAfterAll(openDatabase('claims'))
const claims = await openClaims<string>(mongo.connection)

const aStep = () => ({ userId: randomUUID(), jobId: randomUUID(), stage: 'speech' })

test('of many that take a claim at once one has it, and the others see its heartbeat', async () => {
  const id = aStep()
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => claims.take(id, `owner ${i}`)))
  expect(answers.filter((answer) => answer === 'mine')).toHaveLength(1)
  expect(answers.filter((answer) => answer !== 'mine')).toEqual(
    Array(29).fill({ seen: { owner: expect.any(String), heartbeat: 0 } }),
  )
})

test('two stages of one job are two claims', async () => {
  const id = aStep()
  expect(await claims.take(id, 'one')).toBe('mine')
  expect(await claims.take({ ...id, stage: 'chat' }, 'two')).toBe('mine')
})

test('of many that take a dead claim over at once one has it', async () => {
  const id = aStep()
  await claims.take(id, 'dead')
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => claims.takeOver(id, `owner ${i}`, { owner: 'dead', heartbeat: 0 })),
  )
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect(await claims.take(id, 'late')).toMatchObject({ seen: { heartbeat: 1 } })
})

test('each renewal is a heartbeat, and a claim with a newer heartbeat is not taken over', async () => {
  const id = aStep()
  await claims.take(id, 'one')
  expect(await claims.renew(id, 'one')).toBe(true)
  expect(await claims.takeOver(id, 'two', { owner: 'one', heartbeat: 0 })).toBe(false)
  expect(await claims.take(id, 'two')).toEqual({ seen: { owner: 'one', heartbeat: 1 } })
  expect(await claims.takeOver(id, 'two', { owner: 'one', heartbeat: 1 })).toBe(true)
})

test('a claim that was given up and taken anew is not taken over by what was seen before, though its heartbeat is the same', async () => {
  const id = aStep()
  await claims.take(id, 'first')
  const before = await claims.take(id, 'waiting')
  await claims.release(id, 'first')
  expect(await claims.take(id, 'second')).toBe('mine')
  expect(before).toEqual({ seen: { owner: 'first', heartbeat: 0 } })
  expect(await claims.takeOver(id, 'waiting', { owner: 'first', heartbeat: 0 })).toBe(false)
  expect(await claims.renew(id, 'second')).toBe(true)
})

describe('an owner that has lost its claim', () => {
  const lost = async () => {
    const id = aStep()
    await claims.take(id, 'first')
    await claims.takeOver(id, 'second', { owner: 'first', heartbeat: 0 })
    return id
  }
  test('cannot renew it', async () => expect(await claims.renew(await lost(), 'first')).toBe(false))
  test('cannot bring its result', async () => {
    const id = await lost()
    expect(await claims.finish(id, 'first', { value: 'late' })).toBe(false)
    expect(await claims.find(id.jobId, id.stage)).toBeNull()
    expect(await claims.finish(id, 'second', { value: 'good' })).toBe(true)
  })
  test('cannot give it up', async () => {
    const id = await lost()
    await claims.release(id, 'first')
    expect(await claims.renew(id, 'second')).toBe(true)
  })
})

describe('a result', () => {
  const results = [{ value: 'sound' }, { failed: { code: 'unknown_voice', error: 'There is no such voice' } }] as const
  test.each(results)('%j is found by later owners, and stays', async (result) => {
    const id = aStep()
    await claims.take(id, 'one')
    expect(await claims.finish(id, 'one', result)).toBe(true)
    expect(await claims.take(id, 'two')).toEqual({ result })
    expect(await claims.find(id.jobId, id.stage)).toEqual({ userId: id.userId, result })
    expect(await claims.finish(id, 'one', { value: 'another' })).toBe(true)
    expect(await claims.finish(id, 'two', { value: 'another' })).toBe(false)
    expect(await claims.renew(id, 'one')).toBe(false)
    expect(await claims.takeOver(id, 'two', { owner: 'one', heartbeat: 0 })).toBe(false)
    await claims.release(id, 'one')
    expect(await claims.take(id, 'two')).toEqual({ result })
  })
})

describe('a step that is withdrawn', () => {
  const now = new Date('2026-03-20T12:00:00Z')
  const withdrawn = { result: { withdrawn: true } }

  test('before anybody took it is taken by nobody', async () => {
    const id = aStep()
    await claims.withdraw(id, now)
    expect(await claims.take(id, 'one')).toEqual(withdrawn)
    expect(await claims.takeOver(id, 'one', { owner: 'withdrawn', heartbeat: 0 })).toBe(false)
  })

  test('while a worker is at it is lost to that worker, whose result counts for nothing', async () => {
    const id = aStep()
    await claims.take(id, 'one')
    await claims.withdraw(id, now)
    expect(await claims.renew(id, 'one')).toBe(false)
    expect(await claims.finish(id, 'one', { value: 'late' })).toBe(false)
    await claims.release(id, 'one')
    expect(await claims.take(id, 'two')).toEqual(withdrawn)
  })

  test('after its result keeps that, until the result is replaced too', async () => {
    const id = aStep()
    await claims.take(id, 'one')
    await claims.finish(id, 'one', { value: 'sound' })
    await claims.withdraw(id, now)
    expect(await claims.take(id, 'two')).toEqual({ result: { value: 'sound' } })
    expect(await claims.replaceResult(id, now)).toMatchObject({ fence: 1, result: { value: 'sound' } })
    expect(await claims.take(id, 'two')).toEqual(withdrawn)
    expect(await claims.replaceResult(id, now)).toMatchObject(withdrawn)
  })

  test('and replaced before anybody took it had no claim', async () => {
    const id = aStep()
    expect(await claims.replaceResult(id, now)).toBeNull()
    expect(await claims.take(id, 'one')).toEqual(withdrawn)
  })

  test('at the very moment at which it is taken is withdrawn, whoever was first', async () => {
    for (let turn = 0; turn < 20; turn++) {
      const id = aStep()
      await Promise.all([claims.withdraw(id, now), claims.take(id, 'one'), claims.replaceResult(id, now)])
      expect(await claims.finish(id, 'one', { value: 'late' })).toBe(false)
      expect(await claims.take(id, 'two')).toEqual(withdrawn)
    }
  })

  test('is forgotten when no message about it can be consumed any more, and no other claim with it', async () => {
    const [id, done] = [aStep(), aStep()]
    await claims.withdraw(id, now)
    await claims.take(done, 'one')
    await claims.finish(done, 'one', { value: 'sound' })
    await claims.removeExpired(new Date(now.getTime() + 99 * 24 * 3_600_000))
    expect(await claims.take(id, 'one')).toEqual(withdrawn)
    await claims.removeExpired(new Date(now.getTime() + 101 * 24 * 3_600_000))
    expect(await claims.take(id, 'one')).toBe('mine')
    expect(await claims.find(done.jobId, done.stage)).toMatchObject({ result: { value: 'sound' } })
  })
})

test('a claim that was given up is taken at once', async () => {
  const id = aStep()
  await claims.take(id, 'one')
  await claims.release(id, 'one')
  expect(await claims.take(id, 'two')).toBe('mine')
})
