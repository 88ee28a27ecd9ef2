import { afterEach, expect, test, vi } from 'vitest'
import type { Change } from '../../src/domain/change.ts'
import { createHub } from '../../src/streams/hub.ts'
import { change } from '../support/timeline.ts'

afterEach(() => void vi.useRealTimers())

const into = (list: Change[]) => (one: Change) => void list.push(one)
test('a change is delivered to its job and its account, and to no other', () => {
  const hub = createHub()
  const [ofJob, ofAccount, ofOthers]: Change[][] = [[], [], []]
  hub.followJob('j', into(ofJob ?? []))
  hub.followAccount('u', into(ofAccount ?? []))
  hub.followJob('u', into(ofOthers ?? []))
  hub.followAccount('j', into(ofOthers ?? []))
  hub.publish(change(1))
  expect([ofJob, ofAccount, ofOthers].map((list) => list?.length)).toEqual([1, 1, 0])
})
test('an account or a job is followed for as long as a stream follows it', () => {
  const hub = createHub()
  const seen = () => [
    hub.isFollowed('u', 'j'),
    hub.isFollowed('u', 'x'),
    hub.isFollowed('x', 'j'),
    hub.isJobFollowed('j'),
  ]
  const leaves = [hub.followAccount('u', () => {}), hub.followAccount('u', () => {}), hub.followJob('j', () => {})]
  const all = [seen()]
  for (const leave of leaves) {
    leave()
    all.push(seen())
  }
  expect(all).toEqual([
    [true, true, true, true],
    [true, true, true, true],
    [true, false, true, true],
    [false, false, false, false],
  ])
})
test('a change that is published again is delivered once', () => {
  const hub = createHub()
  const received: Change[] = []
  hub.followAccount('u', into(received))
  for (const version of [1, 2, 1, 2, 3]) hub.publish(change(version))
  expect(received.map(({ version }) => version)).toEqual([1, 2, 3])
})
test('a change that nobody follows is not remembered, so a stream that is opened a moment later can get it', () => {
  const hub = createHub()
  expect([hub.publish(change(1)), hub.hasPublished(change(1))]).toEqual([0, false])
  hub.followAccount('u', () => {})
  expect([hub.publish(change(1)), hub.hasPublished(change(1)), hub.publish(change(1))]).toEqual([1, true, 0])
})
test('a change is remembered for two minutes, and not for ever', () => {
  vi.useFakeTimers()
  const hub = createHub()
  hub.followAccount('u', () => {})
  hub.publish(change(1))
  vi.advanceTimersByTime(120_000)
  hub.publish(change(2))
  expect(hub.hasPublished(change(1))).toBe(true)
  vi.advanceTimersByTime(120_000)
  hub.publish(change(3))
  expect([1, 2, 3].map((version) => hub.hasPublished(change(version)))).toEqual([false, true, true])
})
test('a listener that has left gets nothing more, one that stays gets all', () => {
  const hub = createHub()
  const [stays, leaves]: Change[][] = [[], []]
  hub.followJob('j', into(stays ?? []))
  const leave = hub.followJob('j', into(leaves ?? []))
  hub.publish(change(1))
  leave()
  leave()
  hub.publish(change(2))
  expect([stays, leaves].map((list) => list?.length)).toEqual([2, 1])
})
test('a listener that leaves while it is called disturbs no other', () => {
  const hub = createHub()
  const received: number[] = []
  const leave = hub.followJob('j', () => leave())
  hub.followJob('j', (one) => void received.push(one.version))
  hub.publish(change(1))
  hub.publish(change(2))
  expect(received).toEqual([1, 2])
})
