import { expect, test } from 'vitest'
import { oneAtATime } from '../src/measure/one-at-a-time.ts'

function program() {
  let running = true
  return {
    isRunning: () => running,
    pause: () => {
      running = false
    },
    resume: () => {
      running = true
    },
  }
}

test("a side's processes run in its turn and its warming up alone, and all run afterwards", async () => {
  const [ours, peer] = [program(), program()]
  const running = async () => [ours.isRunning(), peer.isRunning()]
  const warm: boolean[][] = []
  const warming = async () => void warm.push(await running())
  const sides = oneAtATime({
    ours: { programs: [ours], warm: warming, turn: running },
    peer: { programs: [peer], turn: running },
    neither: { programs: [], turn: running },
  })
  expect([await sides.ours(), await sides.peer(), await sides.neither()]).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ])
  expect(warm).toEqual([[true, false]])
  expect(await running()).toEqual([true, true])
})

test('a turn that fails leaves no process paused', async () => {
  const [ours, peer] = [program(), program()]
  const sides = oneAtATime({
    ours: { programs: [ours], turn: () => Promise.reject(new Error('refused')) },
    peer: { programs: [peer], turn: async () => {} },
  })
  await expect(sides.ours()).rejects.toThrow('refused')
  expect(peer.isRunning()).toBe(true)
})
