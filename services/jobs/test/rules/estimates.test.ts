import { rank } from '@utter/contracts/jobs'
import { otherVoices } from '@utter/contracts/settings'
import { describe, expect, test } from 'vitest'
import type { Unbegun } from '../../src/domain/backlog.ts'
import { Estimates } from '../../src/domain/estimates.ts'

const at = (seconds: number) => new Date(1_000_000 + seconds * 1_000)
const speech = (length: number, more = {}) => ({
  ...{ _id: 'new', userId: 'own', rank: rank.replyWritten, progress: 0, voiceId: 'joe', userText: 'x'.repeat(length) },
  ...more,
})
const reply = { ...speech(20), rank: rank.submitted }

test('before anything was seen: by the text, by the jobs before it, and a reply has more', () => {
  const estimates = new Estimates()
  expect([0, 1, 9].map((ahead) => estimates.secondsOf(speech(250), ahead, at(0)))).toEqual([4, 7, 35])
  expect(estimates.secondsOf(reply, 0, at(0))).toBe(9)
})

test('a voice is expected to take as long as it took, and one that nobody has heard as long as the others', () => {
  const estimates = new Estimates()
  for (let i = 0; i < 30; i++) estimates.spoke('slow', 101_000, 1_000)
  expect(estimates.msOf(speech(1_000, { voiceId: 'slow' }), 0, at(0))).toBeCloseTo(101_000, -3)
  expect(estimates.msOf(speech(1_000, { voiceId: 'new' }), 0, at(0))).toBeCloseTo(101_000, -3)
  for (let i = 0; i < 30; i++) estimates.spoke('quick', 3_000, 1_000)
  expect(estimates.msOf(speech(1_000, { voiceId: 'slow' }), 0, at(0))).toBeCloseTo(101_000, -3)
  expect(estimates.msOf(speech(1_000, { voiceId: 'quick' }), 0, at(0))).toBeCloseTo(3_000, -3)
})

describe('a job that is checked by its words is expected to take', () => {
  const voices = { joe: 'piper/joe-1/joe', rachel: 'elevenlabs/m2/rachel', [otherVoices]: '' }
  const byRachel = [{ text: 'Hello.', voiceId: 'rachel' }]
  /** The multiple of the time that the same job takes without the check. */
  function multiple(more: object, isHeard: boolean): number {
    const estimates = new Estimates(() => ({ speech: voices, ...(isHeard && { hearing: true as const }) }))
    for (let i = 0; i < 30; i++) estimates.spoke('joe', 30_000, 1_000)
    const [checked, plain] = [{ check: 'words' }, {}].map((check) =>
      estimates.msOf(speech(1_000, { ...more, ...check }), 0, at(0)),
    )
    return Number(((checked ?? 0) / (plain ?? 0)).toFixed(3))
  }

  test.each([
    ['twice its time by a voice of this machine, which speaks twice', {}, true, 2],
    ['the same where nobody hears vendors', {}, false, 2],
    ['its time and a little by a vendor’s voice, which is heard', { voiceId: 'rachel' }, true, 1.2],
    ['the same by one that is not listed', { voiceId: 'own-clone' }, true, 1.2],
    ['its time by a vendor’s voice that nobody hears: it goes by its shape', { voiceId: 'rachel' }, false, 1],
    ['the same where a vendor speaks a part of it', { parts: byRachel }, false, 1],
    ['twice its time where most of such a text is spoken twice', { parts: byRachel }, true, 2],
  ] as const)('%s', (_, more, isHeard, times) => {
    expect(multiple(more, isHeard)).toBe(times)
  })

  test('twice its time while the voices are not known', () => {
    const estimates = new Estimates()
    const [checked = 0, plain] = [{ check: 'words' }, {}].map((check) => estimates.msOf(speech(500, check), 0, at(0)))
    expect(checked).toBe(2 * (plain ?? 0))
  })
})

test('a job that nobody has submitted is expected to take what it takes once it is', () => {
  const estimates = new Estimates()
  for (let i = 0; i < 30; i++) estimates.spoke('slow', 101_000, 1_000)
  estimates.wrote(2_000, 300)
  const next = { userId: 'own', voiceId: 'slow', characters: 250 }
  for (const check of [undefined, 'words'] as const)
    for (const position of [0, 3]) {
      const more = { voiceId: 'slow', ...(check && { check }) }
      expect(estimates.secondsOfNext({ ...next, kind: 'tts', check }, position, at(0))).toBe(
        estimates.secondsOf(speech(250, more), position, at(0)),
      )
      expect(estimates.secondsOfNext({ ...next, kind: 'reply', check }, position, at(0))).toBe(
        estimates.secondsOf({ ...reply, ...more }, position, at(0)),
      )
    }
})

test('short texts tell a voice’s speed as well', () => {
  const estimates = new Estimates()
  for (let i = 0; i < 30; i++) estimates.spoke('joe', 5_050, 5)
  for (let i = 0; i < 3; i++) estimates.spoke('natural', 7_000, 70)
  expect(estimates.msOf(speech(5), 0, at(0))).toBeCloseTo(5_050, -2)
  expect(estimates.msOf(speech(70, { voiceId: 'natural' }), 0, at(0))).toBeCloseTo(7_000, -2)
})

test('the model is expected to write as it has written', () => {
  const estimates = new Estimates()
  for (let i = 0; i < 30; i++) estimates.wrote(20_000, 1_000)
  expect(estimates.msOf(reply, 0, at(0))).toBeCloseTo(20_000 + 1_000 + 10_000, -2)
})

describe('what waits for a worker before it', () => {
  const others = (count: number, userId = 'other') =>
    Array.from({ length: count }, (_, i) => ({ _id: `${userId}${i}`, userId }))
  /** So many are begun, just now. */
  const look = (jobs: Unbegun['jobs'], begun: number, ageMs = 4_000) => ({
    waiting: jobs.length > 0 ? [{ stage: 'speech' as const, lane: 'fast' as const, ageMs, jobs }] : [],
    begun: Array.from({ length: begun }, () => ({ ...speech(100, { rank: rank.speechStarted }), updatedAt: at(-4) })),
  })
  /** Each job takes 10 s. */
  function known() {
    const estimates = new Estimates()
    for (let i = 0; i < 30; i++) estimates.spoke('joe', 10_000, 100)
    return estimates
  }
  const seconds = (estimates: Estimates, more = {}) => Math.round(estimates.msOf(speech(100, more), 0, at(1)) / 1_000)

  test('is waited for: the account’s own, and in turn as many of each other one', () => {
    const estimates = known()
    estimates.saw(look(others(8, 'own'), 2), at(0))
    expect(seconds(estimates)).toBe(40 + 5 + 10)
    expect(seconds(estimates, { _id: 'own2' })).toBe(10 + 5 + 10)
    expect(seconds(estimates, { userId: 'stranger' })).toBe(5 + 10)
    expect(seconds(estimates, { lane: 'bulk' })).toBe(10)
  })

  test('is nothing where a worker is free, as far as was seen', () => {
    const estimates = known()
    estimates.saw(look([], 3), at(0))
    expect(seconds(estimates)).toBe(10)
    // With four at work somebody waited.
    estimates.saw(look(others(1), 4), at(0))
    estimates.saw(look([], 3), at(0))
    expect(seconds(estimates)).toBe(10)
    estimates.saw(look([], 4), at(0))
    expect(seconds(estimates)).toBe(5 + 10)
  })

  test('is also what was accepted since, but for itself', () => {
    const estimates = known()
    estimates.saw(look(others(1), 2), at(0))
    for (const _id of ['a', 'b', 'new']) estimates.accepted(speech(100, { _id }))
    expect(seconds(estimates)).toBe(10 + 5 + 10)
  })

  test('is at least as old as the oldest while nobody works, and a look that is old says nothing', () => {
    const estimates = known()
    estimates.saw(look(others(1), 0, 40_000), at(0))
    expect(seconds(estimates)).toBe(50)
    expect(estimates.secondsOf(speech(100), 0, at(11))).toBe(10)
  })
})

test('texts that are spoken one after the other wait once for what is before them', () => {
  const estimates = new Estimates()
  for (let i = 0; i < 30; i++) estimates.spoke('joe', 10_000, 100)
  estimates.saw({ waiting: [], begun: [] }, at(0))
  expect(estimates.msOfAll([], at(1))).toBe(0)
  const one = estimates.msOf(speech(100), 0, at(1))
  expect(estimates.msOfAll([speech(100), speech(100), speech(100)], at(1))).toBeCloseTo(3 * one, -2)
})

test('what has been spoken is not waited for again', () => {
  const estimates = new Estimates()
  const half = speech(1_000, { rank: rank.speechProgressed, progress: 70 })
  expect(estimates.secondsOf(half, 0, at(0))).toBe(6)
  expect(estimates.secondsOf({ ...half, progress: 90 }, 0, at(0))).toBe(1)
})
