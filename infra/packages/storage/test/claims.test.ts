import { closedAfterAll } from '@utter/testing/closed-after-all'
import { requestedStep as aStep } from '@utter/testing/requested-step'
import { openDatabase } from '@utter/testing/setup/databases'
import { beforeEach, describe, expect, test } from 'vitest'
import { openClaims } from '../src/claims.ts'

const mongo = await closedAfterAll(openDatabase('claims'))
const claims = await openClaims<string>(mongo.connection)
const documents = mongo.connection.collection<{ _id: string }>('claims')
const documentOf = ({ jobId, stage }: { jobId: string; stage: string }) =>
  documents.findOne({ _id: `${jobId}:${stage}` })
const much = 500
const later = () => new Date(Date.now() + 3_600_000)

beforeEach(async () => {
  await documents.deleteMany({})
})

test('of many that take a step at once one has it, and the others know it', async () => {
  const step = aStep()
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => claims.take(step, `owner ${i}`)))
  expect(answers.filter((answer) => answer === 'mine')).toHaveLength(1)
  expect(answers.filter((answer) => answer === 'known')).toHaveLength(29)
})

test('two stages of one job are two claims', async () => {
  const step = aStep()
  expect(await claims.take(step, 'one')).toBe('mine')
  expect(await claims.take({ ...step, stage: 'chat' }, 'two')).toBe('mine')
})

describe('a step that waits', () => {
  test('is leased once, of many that ask at once, as it was requested', async () => {
    const step = aStep({ lane: 'long', request: 'as it was published' })
    expect(await claims.enqueue(step, 1)).toBe('waiting')
    const leased = await Promise.all(Array.from({ length: 30 }, (_, i) => claims.lease({ lane: 'long' }, `owner ${i}`)))
    expect(leased.filter(Boolean)).toEqual([{ ...step, deaths: 0 }])
    expect(await claims.lease({ lane: 'long' }, 'late')).toBeUndefined()
  })

  test('is found in its lane, and is no longer when it is leased', async () => {
    const steps = (['fast', 'bulk', 'long'] as const).map((lane) => aStep({ lane }))
    for (const step of steps) await claims.enqueue(step, 1)
    expect(await claims.waiting(much)).toEqual(steps.map(({ userId, lane }) => ({ userId, lane })))
    await claims.lease({ lane: 'bulk' }, 'one')
    expect((await claims.waiting(much)).map(({ lane }) => lane)).toEqual(['fast', 'long'])
  })

  test('is known when it is requested again, and waits once', async () => {
    const step = aStep()
    await claims.enqueue(step, 1)
    expect([await claims.enqueue(step, 1), await claims.take(step, 'one')]).toEqual(['known', 'known'])
    expect(await claims.waiting(much)).toHaveLength(1)
  })

  test('is leased as it was requested last, an older request that comes late changes nothing', async () => {
    const step = aStep({ request: 'first' })
    await claims.enqueue(step, 1)
    expect(await claims.enqueue({ ...step, attempt: 3, request: 'third' }, 1)).toBe('known')
    expect(await claims.enqueue({ ...step, attempt: 2, request: 'second' }, 1)).toBe('known')
    expect(await claims.lease({ lane: 'fast' }, 'one')).toMatchObject({ attempt: 3, request: 'third' })
  })
})

describe('turns', () => {
  const order = async (lane: 'fast' | 'bulk' = 'fast') => {
    const users: string[] = []
    for (;;) {
      const leased = await claims.lease({ lane }, 'one')
      if (!leased) return users
      users.push(leased.userId)
    }
  }
  const enqueue = async (userId: string, count: number, cost = 1) => {
    for (let i = 0; i < count; i++) await claims.enqueue(aStep({ userId }), cost)
  }

  test('alternate between accounts, however many steps each has', async () => {
    await enqueue('many', 6)
    await enqueue('few', 2)
    expect((await order()).slice(0, 4).sort()).toEqual(['few', 'few', 'many', 'many'])
  })

  test('are those of an account that comes new at once, and then of each in turn', async () => {
    await enqueue('many', 20)
    for (let i = 0; i < 10; i++) await claims.lease({ lane: 'fast' }, 'one')
    await enqueue('new', 3)
    expect((await order()).slice(0, 6).filter((userId) => userId === 'new')).toHaveLength(3)
  })

  test('are kept when many requests of an account come at once', async () => {
    await Promise.all(Array.from({ length: 12 }, () => enqueue('many', 1)))
    await enqueue('few', 1)
    expect((await order()).indexOf('few')).toBeLessThan(3)
  })

  test('go by what a step costs', async () => {
    for (let i = 0; i < 3; i++) {
      await enqueue('long texts', 1, 4)
      await enqueue('words', 4, 1)
    }
    const users = await order()
    expect(users.slice(0, 8).filter((userId) => userId === 'long texts')).toHaveLength(2)
  })

  test('of an account are asked for by it', async () => {
    await enqueue('first', 1)
    const step = aStep({ userId: 'second' })
    await claims.enqueue(step, 1)
    expect(await claims.lease({ lane: 'fast', userId: 'second' }, 'one')).toMatchObject({ jobId: step.jobId })
    expect(await claims.lease({ lane: 'fast', userId: 'second' }, 'one')).toBeUndefined()
  })
})

describe('an owner', () => {
  const seenOf = async (step: ReturnType<typeof aStep>) => {
    const { owner, heartbeat } = (await documentOf(step)) as unknown as { owner: string; heartbeat: number }
    return { owner, heartbeat }
  }

  test('that renews is not taken for dead by what was seen before', async () => {
    const step = aStep()
    await claims.take(step, 'one')
    const seen = await seenOf(step)
    expect(await claims.renew(step, 'one')).toBe(true)
    expect(await claims.takeBack(step, seen)).toBe(false)
    expect(await claims.takeBack(step, await seenOf(step))).toBe(true)
  })

  test('that has died once is found dead once, and its step waits before all others', async () => {
    const [step, other] = [aStep(), aStep()]
    await claims.take(step, 'dead')
    await claims.enqueue(other, 1)
    const seen = await seenOf(step)
    const answers = await Promise.all(Array.from({ length: 20 }, () => claims.takeBack(step, seen)))
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await claims.lease({ lane: 'fast' }, 'next')).toMatchObject({ jobId: step.jobId, deaths: 1 })
  })

  test('that gives its step back is not counted as dead', async () => {
    const step = aStep()
    await claims.take(step, 'one')
    expect(await claims.putBack(step, 'one')).toBe(true)
    expect(await claims.putBack(step, 'one')).toBe(false)
    expect(await claims.lease({ lane: 'fast' }, 'two')).toMatchObject({ jobId: step.jobId, deaths: 0 })
  })

  test('that has missed a heartbeat is overdue for one replica; one that renews is not', async () => {
    const [silent, lively, waiting] = [aStep(), aStep(), aStep()]
    await claims.take(silent, 'silent')
    await claims.enqueue(waiting, 1)
    expect(await claims.due(new Date(), much)).toEqual([])
    const overdueAt = later()
    // The clocks of two replicas: at the same millisecond both may draw the same end of their leases.
    const another = new Date(overdueAt.getTime() + 10_000)
    const found = await Promise.all([claims.due(overdueAt, much), claims.due(another, much)])
    await claims.take(lively, 'lively')
    const { userId, jobId, stage } = silent
    expect(found.flat()).toEqual([{ userId, jobId, stage, attempt: 1, held: { owner: 'silent', heartbeat: 0 } }])
    expect(await claims.renew(silent, 'silent')).toBe(true)
  })

  describe('whose step is another’s', () => {
    const lost = async () => {
      const step = aStep()
      await claims.take(step, 'first')
      await claims.takeBack(step, await seenOf(step))
      await claims.lease({ lane: 'fast', userId: step.userId }, 'second')
      return step
    }
    test('cannot renew it', async () => expect(await claims.renew(await lost(), 'first')).toBe(false))
    test('cannot bring its result', async () => {
      const step = await lost()
      expect(await claims.finish(step, 'first', { value: 'late' })).toBeUndefined()
      expect(await claims.find(step.jobId, step.stage)).toBeNull()
      expect(await claims.finish(step, 'second', { value: 'good' })).toBe(1)
    })
    test('cannot give it up', async () => {
      const step = await lost()
      await claims.postpone(step, 'first', 1)
      expect(await claims.putBack(step, 'first')).toBe(false)
      expect(await claims.renew(step, 'second')).toBe(true)
    })
  })
})

describe('a result', () => {
  const results = [{ value: 'sound' }, { failed: { code: 'unknown_voice', error: 'There is no such voice' } }] as const
  test.each(results)('%j is found by later requests, and stays', async (result) => {
    const step = aStep()
    await claims.take(step, 'one')
    expect(await claims.finish(step, 'one', result)).toBe(1)
    expect([await claims.take(step, 'two'), await claims.enqueue(step, 1)]).toEqual([{ result }, { result }])
    expect(await claims.find(step.jobId, step.stage)).toEqual({ userId: step.userId, result })
    expect(await claims.finish(step, 'one', { value: 'another' })).toBe(1)
    expect(await claims.finish(step, 'two', { value: 'another' })).toBeUndefined()
    expect(await claims.renew(step, 'one')).toBe(false)
    expect(await claims.putBack(step, 'one')).toBe(false)
    await claims.postpone(step, 'one', 1)
    expect(await claims.take({ ...step, attempt: 2 }, 'two')).toEqual({ result })
  })

  test('is for the newest attempt that was requested, and nothing of the request is kept with it', async () => {
    const step = aStep({ request: 'a text' })
    await claims.take(step, 'one')
    await claims.take({ ...step, attempt: 2, request: 'the same text' }, 'two')
    expect(await claims.finish(step, 'one', { value: 'sound' })).toBe(2)
    expect(await documentOf(step)).not.toHaveProperty('request')
  })

  test('that was not reported is due, until it is', async () => {
    const [step, other] = [aStep(), aStep()]
    for (const one of [step, other]) {
      await claims.take(one, 'one')
      await claims.finish(one, 'one', { value: 'sound' })
    }
    await claims.reported([other])
    const { userId, jobId, stage } = step
    expect(await claims.due(later(), much)).toEqual([{ userId, jobId, stage, attempt: 1, result: { value: 'sound' } }])
    await claims.reported([step])
    expect(await claims.due(new Date(Date.now() + 2 * 3_600_000), much)).toEqual([])
  })
})

describe('a step that is postponed', () => {
  test('is taken by its next request', async () => {
    const step = aStep()
    await claims.take(step, 'one')
    await claims.postpone(step, 'one', 1)
    expect(await claims.take({ ...step, attempt: 2 }, 'two')).toBe('mine')
  })

  test('and was requested again before waits for its turn', async () => {
    const step = aStep()
    await claims.take(step, 'one')
    await claims.take({ ...step, attempt: 2, request: 'again' }, 'two')
    await claims.postpone(step, 'one', 1)
    expect(await claims.lease({ lane: 'fast' }, 'two')).toMatchObject({ attempt: 2, request: 'again' })
  })
})

describe('a step that is withdrawn', () => {
  const now = new Date('2026-03-20T12:00:00Z')
  const withdrawn = { result: { withdrawn: true } }

  test('before anybody took it is taken by nobody', async () => {
    const step = aStep()
    await claims.withdraw(step, now)
    expect([await claims.take(step, 'one'), await claims.enqueue(step, 1)]).toEqual([withdrawn, withdrawn])
  })

  test('while it waits is leased by nobody, and nothing of its request is kept', async () => {
    const step = aStep({ request: 'a text' })
    await claims.enqueue(step, 1)
    await claims.withdraw(step, now)
    expect([await claims.waiting(much), await claims.lease({ lane: 'fast' }, 'one')]).toEqual([[], undefined])
    expect(await documentOf(step)).not.toHaveProperty('request')
  })

  test('while a worker is at it is lost to that worker, whose result counts for nothing', async () => {
    const step = aStep()
    await claims.take(step, 'one')
    await claims.withdraw(step, now)
    expect(await claims.renew(step, 'one')).toBe(false)
    expect(await claims.finish(step, 'one', { value: 'late' })).toBeUndefined()
    expect(await claims.putBack(step, 'one')).toBe(false)
    await claims.postpone(step, 'one', 1)
    expect(await claims.take(step, 'two')).toEqual(withdrawn)
    expect(await claims.due(later(), much)).toEqual([])
  })

  test('after its result keeps that, until the result is replaced too', async () => {
    const step = aStep()
    await claims.take(step, 'one')
    await claims.finish(step, 'one', { value: 'sound' })
    await claims.withdraw(step, now)
    expect(await claims.take(step, 'two')).toEqual({ result: { value: 'sound' } })
    expect(await claims.replaceResult(step, now)).toMatchObject({ fence: 1, result: { value: 'sound' } })
    expect(await claims.take(step, 'two')).toEqual(withdrawn)
    expect(await claims.replaceResult(step, now)).toMatchObject(withdrawn)
  })

  test('and replaced before anybody took it had no claim', async () => {
    const step = aStep()
    expect(await claims.replaceResult(step, now)).toBeNull()
    expect(await claims.take(step, 'one')).toEqual(withdrawn)
  })

  test('at the very moment at which it is taken is withdrawn, whoever was first', async () => {
    for (let turn = 0; turn < 20; turn++) {
      const step = aStep()
      await Promise.all([claims.withdraw(step, now), claims.take(step, 'one'), claims.replaceResult(step, now)])
      expect(await claims.finish(step, 'one', { value: 'late' })).toBeUndefined()
      expect(await claims.take(step, 'two')).toEqual(withdrawn)
    }
  })

  test('is forgotten when no message about it can be consumed any more, and no other claim with it', async () => {
    const [step, done] = [aStep(), aStep()]
    await claims.withdraw(step, now)
    await claims.take(done, 'one')
    await claims.finish(done, 'one', { value: 'sound' })
    await claims.removeExpired(new Date(now.getTime() + 99 * 24 * 3_600_000))
    expect(await claims.take(step, 'one')).toEqual(withdrawn)
    await claims.removeExpired(new Date(now.getTime() + 101 * 24 * 3_600_000))
    expect(await claims.take(step, 'one')).toBe('mine')
    expect(await claims.find(done.jobId, done.stage)).toMatchObject({ result: { value: 'sound' } })
  })
})

describe('beside a version whose claims have no requests', () => {
  test('a claim of it that is requested again is looked after from then on', async () => {
    const step = aStep({ request: 'again' })
    const { userId, jobId, stage } = step
    const before = { userId, owner: 'before', fence: 1, heartbeat: 3, at: new Date() }
    await documents.insertOne({ _id: `${jobId}:${stage}`, ...before })
    expect(await claims.due(later(), much)).toEqual([])
    expect(await claims.take(step, 'one')).toBe('known')
    const seen = { owner: 'before', heartbeat: 3 }
    expect(await claims.due(later(), much)).toEqual([{ userId, jobId, stage, attempt: 1, held: seen }])
    await claims.takeBack(step, seen)
    expect(await claims.lease({ lane: 'fast' }, 'one')).toMatchObject({ request: 'again' })
  })

  test('a result of it that is reported keeps nothing of the request', async () => {
    const step = aStep({ request: 'a text' })
    await claims.take(step, 'before')
    await documents.updateOne({ _id: `${step.jobId}:${step.stage}` }, { $set: { result: { value: 'sound' } } })
    await claims.reported([step])
    expect(await documentOf(step)).toEqual(expect.not.objectContaining({ request: expect.anything() }))
  })

  test('a step that waits and is taken over by it is leased by nobody', async () => {
    const step = aStep()
    await claims.enqueue(step, 1)
    await documents.updateOne(
      { _id: `${step.jobId}:${step.stage}` },
      { $set: { owner: 'before' }, $inc: { heartbeat: 1 } },
    )
    expect([await claims.waiting(much), await claims.lease({ lane: 'fast' }, 'one')]).toEqual([[], undefined])
  })
})
