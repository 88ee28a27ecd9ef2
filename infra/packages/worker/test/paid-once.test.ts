import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { ChatStarted } from '@utter/contracts/events/chat-started'
import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { StepFailed } from '@utter/contracts/events/step-failed'
import { VendorError } from '@utter/contracts/vendor-error'
import { eventOf } from '@utter/messaging/outgoing-event'
import { currentTraceId } from '@utter/telemetry/trace'
import { eventually } from '@utter/testing/eventually'
import { register } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { failing, openStage, stage } from './support/open-stage.ts'

const { aJob, caughtUp, claims, observer, openMember, present, requested, worker } = await openStage()

test('work that is requested ten times at once is paid for once, and its result is reported', async () => {
  const job = aJob(async () => {
    await pause(50)
    return { reply: 'Once' }
  })
  await Promise.all(Array.from({ length: 10 }, () => job.ask()))
  await job.reported(ReplyWritten.type)
  await caughtUp()
  expect(job.paid()).toBe(1)
  expect(job.of(ChatStarted.type)).toHaveLength(1)
  expect(new Set(job.of(ReplyWritten.type).map(({ data }) => data.reply))).toEqual(new Set(['Once']))
  expect(await claims.find(job.jobId, stage)).toEqual({ userId: job.userId, result: { value: { reply: 'Once' } } })
})

test('work that is requested by a later attempt while it is done is paid for once, and reported to the later one', async () => {
  const free = Promise.withResolvers<void>()
  const job = aJob(async () => {
    await free.promise
    return { reply: 'Once' }
  })
  await job.ask(1)
  await eventually('it has begun', () => job.paid() === 1)
  await job.ask(2)
  await eventually('the later request is kept', async () => (await job.claimDocument())?.attempt === 2)
  free.resolve()
  await job.reported(ReplyWritten.type)
  expect(job.of(ReplyWritten.type).map(({ data }) => data.attempt)).toEqual([2])
  expect(job.paid()).toBe(1)
})

test('a result is reported again to a later attempt, which pays nothing', async () => {
  const job = aJob(async () => ({ reply: 'Kept' }))
  await job.ask(1)
  await job.reported(ReplyWritten.type)
  await job.ask(2)
  await job.reported(ReplyWritten.type, 2)
  expect(job.of(ReplyWritten.type).at(-1)?.data).toMatchObject({ attempt: 2, reply: 'Kept' })
  expect(job.paid()).toBe(1)
})

test('work that was withdrawn while it waited for a slot is not paid for, and not reported', async () => {
  const free = Promise.withResolvers<void>()
  const busy = Array.from({ length: 4 }, () =>
    aJob(async () => {
      await free.promise
      return { reply: 'First' }
    }),
  )
  await Promise.all(busy.map((job) => job.ask()))
  await eventually('every slot is taken', () => busy.every((job) => job.paid() === 1))
  const cancelled = aJob(async () => ({ reply: 'Never' }))
  await cancelled.ask()
  await claims.withdraw(cancelled.step, new Date())
  free.resolve()
  await caughtUp()
  expect([cancelled.paid(), cancelled.all()]).toEqual([0, []])
  expect(await claims.take(cancelled.step, 'anybody')).toEqual({ result: { withdrawn: true } })
})

test('work that is withdrawn while it is done is cut off, and nothing of it is reported', async () => {
  await present.bus.close()
  await openMember({ renewEveryMs: 100 })
  let wasCutOff = false
  const job = aJob(async (_, { signal }) => {
    await once(signal, 'abort')
    wasCutOff = true
    return { reply: 'Late' }
  })
  await job.ask()
  await job.reported(ChatStarted.type)
  await claims.withdraw(job.step, new Date())
  await eventually('it is cut off', () => wasCutOff)
  await caughtUp()
  expect([job.paid(), job.of(ReplyWritten.type), job.of(StepFailed.type)]).toEqual([1, [], []])
})

test('a live claim of another is left to it; when its heartbeat stands still the step is done by who has a slot', async () => {
  await present.bus.close()
  const usual = worker()
  const taken: boolean[] = []
  const takeBack: typeof claims.takeBack = async (...claim) => {
    const isTaken = await claims.takeBack(...claim)
    taken.push(isTaken)
    return isTaken
  }
  const patientMs = 1_000
  await openMember({ deadAfterMs: patientMs }, undefined, { ...usual, claims: { ...usual.claims, takeBack } })
  const job = aJob(async () => ({ reply: 'Done again' }))
  expect(await claims.take(job.step, 'another')).toBe('mine')
  // Overdue at every turn of the sweep: only its heartbeat speaks for it.
  const renewed: Promise<boolean>[] = []
  const beats = setInterval(() => renewed.push(claims.renew(job.step, 'another')), patientMs / 20)
  const turns = setInterval(() => void job.overdue(), patientMs / 20)
  onTestFinished(() => {
    clearInterval(beats)
    clearInterval(turns)
  })
  await eventually('its owner was thought to be dead', () => taken.length > 0)
  expect(taken[0]).toBe(false)
  expect(new Set(await Promise.all(renewed))).toEqual(new Set([true]))
  expect(job.paid()).toBe(0)
  clearInterval(beats)
  await job.reported(ReplyWritten.type)
  expect(job.paid()).toBe(1)
  expect(await claims.finish(job.step, 'another', { value: { reply: 'Late' } })).toBeUndefined()
  expect(await claims.find(job.jobId, stage)).toMatchObject({ result: { value: { reply: 'Done again' } } })
})

/** A step that waits after so many of its owners have died. */
async function leftByTheDead(job: ReturnType<typeof aJob>, deaths: number): Promise<void> {
  await claims.enqueue(job.step, 1)
  await job.diedWith(deaths)
}

test('a step whose owners have died five times fails, and is not paid for again', async () => {
  await present.bus.close()
  const job = aJob(async () => ({ reply: 'Never' }))
  await leftByTheDead(job, 5)
  await openMember()
  await job.reported(StepFailed.type)
  expect([job.paid(), job.of(StepFailed.type)[0]?.data]).toEqual([0, expect.objectContaining({ code: 'internal' })])
})

test('deaths before a part of the step was kept count no more', async () => {
  await present.bus.close()
  const deaths: (number | undefined)[] = []
  const job = aJob(async (_, { onKept }) => {
    deaths.push((await job.claimDocument())?.deaths)
    onKept()
    await eventually('they are forgotten', async () => (await job.claimDocument())?.deaths === 0)
    return { reply: 'Done' }
  })
  await leftByTheDead(job, 4)
  await openMember()
  await job.reported(ReplyWritten.type)
  expect([deaths, job.paid()]).toEqual([[4], 1])
})

test('a renewal that is refused because the result is there cuts nothing off', async () => {
  await present.bus.close()
  const usual = worker()
  const refused = Promise.withResolvers<void>()
  const renew: typeof claims.renew = async (...claim) => {
    const isHeld = await claims.renew(...claim)
    if (!isHeld) refused.resolve()
    return isHeld
  }
  const finish: typeof claims.finish = async (...result) => {
    const attempt = await claims.finish(...result)
    await refused.promise
    return attempt
  }
  await openMember({ renewEveryMs: 50 }, undefined, { ...usual, claims: { ...usual.claims, renew, finish } })
  let isCutOff = false
  const job = aJob(async (_, { signal }) => {
    signal.addEventListener('abort', () => {
      isCutOff = true
    })
    return { reply: 'Done' }
  })
  await job.ask()
  await job.reported(ReplyWritten.type)
  expect(isCutOff).toBe(false)
})

test('a step whose owners die again and again fails, and no process more dies with it', async () => {
  const job = aJob(async () => ({ reply: 'Never' }))
  await claims.take(job.step, 'first')
  for (let death = 0; death < 5; death++) {
    const { owner, heartbeat } = (await job.claimDocument()) as unknown as { owner: string; heartbeat: number }
    expect(await claims.takeBack(job.step, { owner, heartbeat })).toBe(true)
    if (death < 4) expect(await claims.lease({ lane: 'fast', userId: job.userId }, `owner ${death}`)).toBeDefined()
  }
  await job.reported(StepFailed.type)
  expect(job.of(StepFailed.type)[0]?.data).toMatchObject({ attempt: 1, code: 'internal' })
  expect(job.paid()).toBe(0)
})

test('a result that its process could not report is reported by another', async () => {
  const job = aJob(async () => ({ reply: 'Never' }))
  await claims.take(job.step, 'dead')
  await claims.finish(job.step, 'dead', { value: { reply: 'Paid' } })
  await job.overdue()
  await job.reported(ReplyWritten.type)
  expect([job.paid(), job.of(ReplyWritten.type)[0]?.data.reply]).toEqual([0, 'Paid'])
  await eventually('nothing is left to do', async () => (await job.claimDocument())?.dueAt === undefined)
})

test('the result of an owner that has lost its claim changes nothing', async () => {
  const job = aJob(async () => {
    const { owner, heartbeat } = (await job.claimDocument()) as unknown as { owner: string; heartbeat: number }
    expect(await claims.takeBack(job.step, { owner, heartbeat })).toBe(true)
    expect(await claims.lease({ lane: 'fast', userId: job.userId }, 'thief')).toBeDefined()
    expect(await claims.finish(job.step, 'thief', { value: { reply: 'Theirs' } })).toBe(1)
    await job.overdue()
    return { reply: 'Ours' }
  })
  await job.ask()
  await job.reported(ReplyWritten.type)
  expect(job.of(ReplyWritten.type).map(({ data }) => data.reply)).toEqual(['Theirs'])
  expect(job.paid()).toBe(1)
})

test('what had been stored is reported also while the circuit to the vendor is open', async () => {
  const job = aJob(async () => ({ reply: 'Kept' }))
  await job.ask(1)
  await job.reported(ReplyWritten.type)
  for (let i = 0; i < 5; i++) {
    const outage = async () => Promise.reject(new VendorError('transient', 'away', 'Away', { isOutage: true }))
    await present.breaker.run(outage).catch(() => {})
  }
  await job.ask(2)
  await job.reported(ReplyWritten.type, 2)
})

test('a step is worked on in the trace of its job, which its lines of log name, whoever published the request', async () => {
  const traceId = randomUUID().replaceAll('-', '')
  const seen: (string | undefined)[] = []
  const job = aJob(async () => {
    seen.push(currentTraceId())
    return { reply: 'Traced' }
  })
  const data = { jobId: job.jobId, attempt: 1, sessionId: 's', text: 'Hello' }
  await observer.publish([{ ...eventOf(requested, { userId: job.userId, version: 1, data }), traceId }])
  await job.reported(ReplyWritten.type)
  expect(seen).toEqual([traceId])
})

test('how long a step waited, how long it took and what the vendor answered is measured', async () => {
  const refused = aJob(failing(() => new VendorError('permanent', 'content_refused', 'The text was refused')))
  const answered = aJob(async () => ({ reply: 'Well' }))
  await Promise.all([refused.ask(), answered.ask(1, 'bulk')])
  await Promise.all([refused.reported(StepFailed.type), answered.reported(ReplyWritten.type)])
  const text = await register.metrics()
  for (const series of [
    'step_wait_seconds_count{stage="chat",lane="fast"}',
    'step_wait_seconds_count{stage="chat",lane="bulk"}',
    'step_duration_seconds_count{stage="chat",outcome="done"}',
    'step_duration_seconds_count{stage="chat",outcome="failed"}',
    'vendor_attempts_total{stage="chat",outcome="answered"}',
    'vendor_attempts_total{stage="chat",outcome="refused"}',
  ])
    expect(text).toContain(`${series} `)
})
