import { describe, expect, test } from 'vitest'
import { assignPartitions, type MemberSubscription, type PartitionsByTopic } from '../src/kafkajs/sticky-assigner.ts'

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
/** A work topic and its bulk lane, as in production. */
const lanes: PartitionsByTopic = { 'chat.requested': range(48), 'chat.requested.bulk': range(48) }

const join = (ids: string[], before = new Map<string, PartitionsByTopic>(), topics = lanes): MemberSubscription[] =>
  ids.map((memberId) => ({ memberId, topics: Object.keys(topics), owned: before.get(memberId) ?? {} }))

const ids = (count: number) => range(count).map((index) => `member-${String(index).padStart(2, '0')}`)
const partitionsOf = (partitions: PartitionsByTopic = {}) =>
  Object.entries(partitions).flatMap(([topic, list]) => list.map((partition) => `${topic}/${partition}`))

/** The share of the partitions that have another owner than before, though theirs is still there. */
function moved(before: Map<string, PartitionsByTopic>, after: Map<string, PartitionsByTopic>): number {
  const ownerAfter = new Map([...after].flatMap(([id, own]) => partitionsOf(own).map((place) => [place, id])))
  const stayed = [...before].filter(([id]) => after.has(id))
  const moves = stayed.flatMap(([id, own]) => partitionsOf(own).filter((place) => ownerAfter.get(place) !== id))
  return moves.length / partitionsOf(lanes).length
}

/** Each partition has one owner, and no two members of a topic differ by more than one. */
function expectEven(assignments: Map<string, PartitionsByTopic>, topics = lanes): void {
  expect([...assignments.values()].flatMap(partitionsOf).sort()).toEqual(partitionsOf(topics).sort())
  for (const topic of Object.keys(topics)) {
    const counts = [...assignments.values()].map((own) => own[topic]?.length ?? 0)
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
  }
}

test.each([
  [2, 3, 0.34],
  [4, 5, 0.21],
  [20, 21, 0.05],
  [20, 19, 0.001],
  [3, 2, 0.001],
])('from %i members to %i at most %f of the partitions change hands among those who stay', (from, to, most) => {
  const before = assignPartitions(lanes, join(ids(from)))
  expectEven(before)
  const after = assignPartitions(lanes, join(ids(to), before))
  expectEven(after)
  expect(moved(before, after)).toBeLessThanOrEqual(most)
})

test('nothing moves when nothing has changed, and every leader decides alike', () => {
  const before = assignPartitions(lanes, join(ids(7)))
  const again = assignPartitions(lanes, join(ids(7).reverse(), before))
  expect([...again].sort()).toEqual([...before].sort())
})

test('members come and go a hundred times: each partition has one owner, evenly', () => {
  let members = ids(5)
  let present = assignPartitions(lanes, join(members))
  for (let turn = 0; turn < 100; turn++) {
    members = turn % 3 === 0 ? members.slice(1) : [...members, `late-${turn}`].slice(-(3 + (turn % 20)))
    if (members.length === 0) members = ['only']
    present = assignPartitions(lanes, join(members, present))
    expectEven(present)
  }
})

describe('the claims of members are checked', () => {
  test('of two that claim the same partitions one has each of them', () => {
    const owned = { 'chat.requested': range(48), 'chat.requested.bulk': range(48) }
    const both = new Map([
      ['a', owned],
      ['b', owned],
    ])
    expectEven(assignPartitions(lanes, join(['a', 'b'], both)))
  })
  test('partitions that are no longer there are claimed by nobody', () => {
    const claims = new Map([['a', { 'chat.requested': [3, 99], gone: [1] }]])
    expectEven(assignPartitions({ 'chat.requested': range(4) }, join(['a', 'b'], claims)), {
      'chat.requested': range(4),
    })
  })
})

test('a topic goes to those that subscribe to it', () => {
  const assignments = assignPartitions({ new: range(4), old: range(4) }, [
    { memberId: 'a', topics: ['old'], owned: {} },
    { memberId: 'b', topics: ['old', 'new'], owned: {} },
  ])
  expect(assignments.get('a')).toEqual({ old: [0, 1] })
  expect(assignments.get('b')).toEqual({ new: range(4), old: [2, 3] })
})

test('more members than partitions: some have none', () => {
  const assignments = assignPartitions({ few: range(2) }, join(ids(5), new Map(), { few: range(2) }))
  expect([...assignments.values()].map((own) => own.few?.length ?? 0).sort()).toEqual([0, 0, 0, 1, 1])
})
