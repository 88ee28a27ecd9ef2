import { describe, expect, test } from 'vitest'
import { type Change, changesAbove, eventOf } from '../src/domain/change.ts'
import { createHub } from '../src/streams/hub.ts'
import { JobFollower } from '../src/streams/job-follower.ts'

/** A job's road of six versions; the last one is its end. */
const timeline = [0, 10, 40, 50, 70, 100].map((progress, index) => ({
  version: index + 1,
  at: new Date(1_000 * index).toISOString(),
  step: 'a-step',
  status: index === 5 ? ('completed' as const) : index === 0 ? ('pending' as const) : ('processing' as const),
  progress,
}))
const job = { id: 'j', timeline, audioUrl: '/audio/j.mp3' }
const changes = changesAbove('u', job, 0)
const change = (version: number): Change => {
  const found = changes[version - 1]
  if (!found) throw new Error(`there is no version ${version}`)
  return found
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** @param present how far jobs' timeline has come */
function follow(told: number, present: () => number = () => 6) {
  const sent: number[] = []
  const ends: number[] = []
  const faults: unknown[] = []
  let asked = 0
  let fault: Error | undefined
  const follower = new JobFollower({
    told,
    above: async (version) => {
      asked++
      await turn()
      if (fault) throw fault
      return changes.filter((one) => one.version > version && one.version <= present())
    },
    send: (one) => void sent.push(one.version),
    end: () => void ends.push(sent.length),
    fail: (error) => void faults.push(error),
  })
  return { follower, sent, ends, faults, asked: () => asked, break: (error: Error) => (fault = error) }
}

describe('a follower', () => {
  test.each<[string, number, number[], number[]]>([
    ['in order', 0, [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]],
    ['doubled', 0, [1, 1, 2, 2, 3, 6, 6], [1, 2, 3, 4, 5, 6]],
    ['backwards', 0, [6, 5, 4, 3, 2, 1], [1, 2, 3, 4, 5, 6]],
    ['with a gap', 0, [1, 4, 6], [1, 2, 3, 4, 5, 6]],
    ['only the end', 0, [6], [1, 2, 3, 4, 5, 6]],
    ['older than what the client has', 3, [1, 2, 3], []],
    ['from where the client was', 3, [2, 4, 3, 5, 6], [4, 5, 6]],
  ])('that hears changes %s tells each version once and in order', async (_name, told, heard, expected) => {
    const { follower, sent, ends } = follow(told, () => Math.max(...heard))
    for (const version of heard) follower.hear(change(version))
    for (let i = 0; i < 20; i++) await turn()
    expect(sent).toEqual(expected)
    expect(ends).toEqual(heard.includes(6) ? [expected.length] : [])
    expect(follower.told).toBe(expected.at(-1) ?? told)
  })

  test('that has heard changes before it is given the present state tells none of them again', async () => {
    const { follower, sent } = follow(0)
    follower.hear(change(1))
    follower.hear(change(2))
    for (let i = 0; i < 5; i++) await turn()
    follower.begin(changes.slice(0, 4))
    expect(sent).toEqual([1, 2, 3, 4])
  })

  test('whatever is heard when, and however far jobs has come by then: once, in order, one end', async () => {
    for (let round = 0; round < 300; round++) {
      const told = Math.floor(Math.random() * 6)
      let present = told
      const { follower, sent, ends } = follow(told, () => present)
      for (let act = 0; act < 15; act++) {
        present = Math.min(6, present + Math.floor(Math.random() * 2))
        const version = 1 + Math.floor(Math.random() * 6)
        // Nothing is said before jobs has it.
        if (version <= present) follower.hear(change(version))
        else if (Math.random() < 0.3) follower.catchUp()
        if (Math.random() < 0.4) await turn()
      }
      present = 6
      follower.hear(change(6))
      for (let i = 0; i < 40; i++) await turn()
      expect(sent).toEqual(changes.slice(told).map(({ version }) => version))
      expect(ends).toEqual([sent.length])
    }
  })

  test('asks for the timeline only when a version is missing', async () => {
    const { follower, asked } = follow(0)
    for (const version of [1, 2, 3]) follower.hear(change(version))
    for (let i = 0; i < 10; i++) await turn()
    expect(asked()).toBe(0)
  })

  test('that cannot read the timeline says so, and tells nothing out of order', async () => {
    const stream = follow(0)
    stream.break(new Error('jobs is away'))
    stream.follower.hear(change(3))
    for (let i = 0; i < 10; i++) await turn()
    expect(stream.sent).toEqual([])
    expect(stream.faults).toHaveLength(1)
  })

  test('that has ended asks and tells nothing more', async () => {
    const { follower, sent, ends, faults } = follow(5)
    follower.hear(change(6))
    follower.catchUp()
    follower.hear(change(6))
    for (let i = 0; i < 10; i++) await turn()
    expect([sent, ends, faults]).toEqual([[6], [1], []])
  })

  test('begins with the present state', () => {
    const { follower, sent } = follow(2)
    follower.begin(changesAbove('u', { ...job, timeline: timeline.slice(0, 3) }, follower.told))
    expect(sent).toEqual([3])
  })
})

describe('the changes above a version', () => {
  test.each([
    [0, [1, 2, 3, 4, 5, 6]],
    [4, [5, 6]],
    [6, []],
    [9, []],
  ])('%i: %j', (version, expected) => {
    expect(changesAbove('u', job, version).map((one) => one.version)).toEqual(expected)
  })
  test('hold the address and the error at the end only', () => {
    const failed = timeline.map((entry) => (entry.version === 6 ? { ...entry, status: 'failed' as const } : entry))
    expect(changesAbove('u', { id: 'j', timeline: failed, error: 'Timed out' }, 4).map(eventOf)).toEqual([
      { status: 'processing', progress: 70 },
      { status: 'failed', progress: 100, error: 'Timed out' },
    ])
    expect(changes.map(eventOf).filter(({ audioUrl }) => audioUrl !== undefined)).toEqual([
      { status: 'completed', progress: 100, audioUrl: '/audio/j.mp3' },
    ])
  })
})

describe('the hub', () => {
  const heardBy = (list: Change[]) => (one: Change) => void list.push(one)
  test('hands a change to its job and its account, and to nobody else', () => {
    const hub = createHub()
    const [ofJob, ofAccount, ofOthers]: Change[][] = [[], [], []]
    hub.followJob('j', heardBy(ofJob ?? []))
    hub.followAccount('u', heardBy(ofAccount ?? []))
    hub.followJob('u', heardBy(ofOthers ?? []))
    hub.followAccount('j', heardBy(ofOthers ?? []))
    hub.publish(change(1))
    expect([ofJob, ofAccount, ofOthers].map((list) => list?.length)).toEqual([1, 1, 0])
  })
  test('hands on once what is said again', () => {
    const hub = createHub()
    const heard: Change[] = []
    hub.followAccount('u', heardBy(heard))
    for (const version of [1, 2, 1, 2, 3]) hub.publish(change(version))
    expect(heard.map(({ version }) => version)).toEqual([1, 2, 3])
  })
  test('hands nothing to who has left, and all to who stays', () => {
    const hub = createHub()
    const [stays, leaves]: Change[][] = [[], []]
    hub.followJob('j', heardBy(stays ?? []))
    const leave = hub.followJob('j', heardBy(leaves ?? []))
    hub.publish(change(1))
    leave()
    leave()
    hub.publish(change(2))
    expect([stays, leaves].map((list) => list?.length)).toEqual([2, 1])
  })
  test('a listener that leaves while it listens disturbs nobody', () => {
    const hub = createHub()
    const heard: number[] = []
    const leave = hub.followJob('j', () => leave())
    hub.followJob('j', (one) => void heard.push(one.version))
    hub.publish(change(1))
    hub.publish(change(2))
    expect(heard).toEqual([1, 2])
  })
})
