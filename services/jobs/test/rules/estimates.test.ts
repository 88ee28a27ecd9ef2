import { rank } from '@utter/contracts/jobs'
import { expect, test } from 'vitest'
import { Estimates } from '../../src/domain/estimates.ts'

const at = (seconds: number) => new Date(1_000_000 + seconds * 1_000)
const speech = (length: number, more = {}) => ({
  ...{ rank: rank.replyWritten, progress: 0, voiceId: 'joe', userText: 'x'.repeat(length) },
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

test('short texts show how long storing takes', () => {
  const estimates = new Estimates()
  for (let i = 0; i < 30; i++) estimates.spoke('joe', 5_050, 5)
  expect(estimates.msOf(speech(5), 0, at(0))).toBeCloseTo(5_050, -2)
})

test('the model is expected to write as it has written', () => {
  const estimates = new Estimates()
  for (let i = 0; i < 30; i++) estimates.wrote(20_000, 1_000)
  expect(estimates.msOf(reply, 0, at(0))).toBeCloseTo(20_000 + 1_000 + 10_000, -2)
})

test('a wait that others had is told to the next of that lane, and forgotten once it is over', () => {
  const estimates = new Estimates()
  for (let i = 0; i < 20; i++) estimates.waited('speech', 'bulk', 60_000, at(0))
  const bulk = speech(100, { lane: 'bulk' })
  expect(estimates.msOf(bulk, 0, at(0))).toBeCloseTo(62_000, -3)
  expect(estimates.msOf(speech(100), 0, at(0))).toBe(2_000)
  expect(estimates.msOf(bulk, 0, at(300))).toBeCloseTo(2_000, -2)
})

test('the age of what nobody has begun is told too, though no wait of the kind has ended yet', () => {
  const estimates = new Estimates()
  estimates.sawUnbegun([{ stage: 'speech', lane: 'fast', since: at(0) }], at(40))
  expect(estimates.secondsOf(speech(100), 0, at(41))).toBe(42)
  // The next look found none.
  estimates.sawUnbegun([], at(42))
  expect(estimates.secondsOf(speech(100), 0, at(42))).toBe(2)
  estimates.sawUnbegun([{ stage: 'speech', lane: 'fast', since: at(0) }], at(50))
  expect(estimates.secondsOf(speech(100), 0, at(61))).toBe(2)
})

test('what has been spoken is not waited for again', () => {
  const estimates = new Estimates()
  for (let i = 0; i < 20; i++) estimates.waited('speech', 'fast', 60_000, at(0))
  const half = speech(1_000, { rank: rank.speechProgressed, progress: 70 })
  expect(estimates.secondsOf(half, 0, at(0))).toBe(6)
  expect(estimates.secondsOf({ ...half, progress: 90 }, 0, at(0))).toBe(1)
})
