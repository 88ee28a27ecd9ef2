import { describe, expect, test } from 'vitest'
import { changesAbove } from '../../src/domain/change.ts'
import { JobFollower } from '../../src/streams/job-follower.ts'
import { change, changes, job, timeline } from '../support/timeline.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** @param present the last version that jobs' timeline has */
function follow(sentVersion: number, present: () => number = () => 6) {
  const sent: number[] = []
  const ends: number[] = []
  const faults: unknown[] = []
  let reads = 0
  let fault: Error | undefined
  const follower = new JobFollower({
    sentVersion,
    changesAbove: async (version) => {
      reads++
      await turn()
      if (fault) throw fault
      return changes.filter((one) => one.version > version && one.version <= present())
    },
    send: (one) => void sent.push(one.version),
    end: () => void ends.push(sent.length),
    fail: (error) => void faults.push(error),
  })
  return { follower, sent, ends, faults, reads: () => reads, break: (error: Error) => (fault = error) }
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
  ])('that gets changes %s sends each version once and in order', async (_name, clientHas, published, expected) => {
    const { follower, sent, ends } = follow(clientHas, () => Math.max(...published))
    for (const version of published) follower.handle(change(version))
    for (let i = 0; i < 20; i++) await turn()
    expect(sent).toEqual(expected)
    expect(ends).toEqual(published.includes(6) ? [expected.length] : [])
    expect(follower.sentVersion).toBe(expected.at(-1) ?? clientHas)
  })

  test('that gets changes before the present state sends none of them again', async () => {
    const { follower, sent } = follow(0)
    follower.handle(change(1))
    follower.handle(change(2))
    for (let i = 0; i < 5; i++) await turn()
    follower.begin(changes.slice(0, 4))
    expect(sent).toEqual([1, 2, 3, 4])
  })

  test('whatever is published when, and however far jobs has come by then: once, in order, one end', async () => {
    for (let round = 0; round < 300; round++) {
      const clientHas = Math.floor(Math.random() * 6)
      let present = clientHas
      const { follower, sent, ends } = follow(clientHas, () => present)
      for (let act = 0; act < 15; act++) {
        present = Math.min(6, present + Math.floor(Math.random() * 2))
        const version = 1 + Math.floor(Math.random() * 6)
        // Nothing is published before jobs has it.
        if (version <= present) follower.handle(change(version))
        else if (Math.random() < 0.3) follower.catchUp()
        if (Math.random() < 0.4) await turn()
      }
      present = 6
      follower.handle(change(6))
      for (let i = 0; i < 40; i++) await turn()
      expect(sent).toEqual(changes.slice(clientHas).map(({ version }) => version))
      expect(ends).toEqual([sent.length])
    }
  })

  test('reads the timeline only when a version is missing', async () => {
    const { follower, reads } = follow(0)
    for (const version of [1, 2, 3]) follower.handle(change(version))
    for (let i = 0; i < 10; i++) await turn()
    expect(reads()).toBe(0)
  })

  test('that cannot read the timeline fails, and sends nothing out of order', async () => {
    const stream = follow(0)
    stream.break(new Error('jobs is unavailable'))
    stream.follower.handle(change(3))
    for (let i = 0; i < 10; i++) await turn()
    expect(stream.sent).toEqual([])
    expect(stream.faults).toHaveLength(1)
  })

  test('that has ended reads and sends nothing more', async () => {
    const { follower, sent, ends, faults } = follow(5)
    follower.handle(change(6))
    follower.catchUp()
    follower.handle(change(6))
    for (let i = 0; i < 10; i++) await turn()
    expect([sent, ends, faults]).toEqual([[6], [1], []])
  })

  test('begins with the present state', () => {
    const { follower, sent } = follow(2)
    follower.begin(changesAbove('u', { ...job, timeline: timeline.slice(0, 3) }, follower.sentVersion))
    expect(sent).toEqual([3])
  })
})
