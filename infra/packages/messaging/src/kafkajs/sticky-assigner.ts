import { AssignerProtocol, type GroupMember, type PartitionAssigner } from './kafkajs.ts'

/** Partitions by topic. */
export type PartitionsByTopic = Record<string, number[]>
/** The partitions that a member consumed until this rebalance, and the id under which it did: a claim under an old id counts for nothing. */
export type Owned = { memberId: string; partitions: PartitionsByTopic }

/**
 * Partitions stay with their owner wherever that keeps the load even; a rebalance moves only what must move. (kafkajs' own round
 * robin over random member ids moves 67 % of the partitions when two members become three, and 89 % when 20 become 21.)
 *
 * Each member reports to the leader what it owns; the leader gives each topic's partitions evenly to the members that subscribe to it.
 * @param owned the partitions that this member consumes now, read at each join
 */
export const stickyAssigner =
  (owned: () => Owned): PartitionAssigner =>
  ({ cluster }) => ({
    name: 'UtterStickyAssigner',
    version: 0,
    protocol({ topics }) {
      const userData = Buffer.from(JSON.stringify(owned()))
      return {
        name: this.name,
        metadata: AssignerProtocol.MemberMetadata.encode({ version: this.version, topics, userData }),
      }
    },
    async assign({ members, topics }) {
      const partitionsOf = (topic: string) =>
        cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => partitionId)
      const assignments = assignPartitions(
        Object.fromEntries(topics.map((topic) => [topic, partitionsOf(topic)])),
        members.map(subscriptionOf),
      )
      return [...assignments].map(([memberId, assignment]) => ({
        memberId,
        memberAssignment: AssignerProtocol.MemberAssignment.encode({
          version: this.version,
          assignment,
          userData: Buffer.alloc(0),
        }),
      }))
    },
  })

export type MemberSubscription = { memberId: string; topics: string[]; owned: PartitionsByTopic }

function subscriptionOf({ memberId, memberMetadata }: GroupMember): MemberSubscription {
  const { topics = [], userData } = AssignerProtocol.MemberMetadata.decode(memberMetadata) ?? {}
  return { memberId, topics, owned: ownedBy(memberId, userData) }
}

function ownedBy(memberId: string, userData: Buffer | undefined): PartitionsByTopic {
  try {
    const owned = JSON.parse(String(userData)) as Owned
    return owned.memberId === memberId ? owned.partitions : {}
  } catch {
    return {}
  }
}

/** Each topic evenly among its subscribers, each partition where it was as far as that allows. Pure, and the same for any leader. */
export function assignPartitions(
  topics: PartitionsByTopic,
  subscriptions: MemberSubscription[],
): Map<string, PartitionsByTopic> {
  const members = subscriptions.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1))
  const assignments = new Map<string, PartitionsByTopic>(members.map(({ memberId }) => [memberId, {}]))
  const totals = new Map(members.map(({ memberId }) => [memberId, 0]))
  for (const topic of Object.keys(topics).sort()) {
    const subscribers = members.filter((member) => member.topics.includes(topic))
    if (subscribers.length === 0) continue
    for (const [memberId, partitions] of assignTopic(topics[topic] ?? [], topic, subscribers, totals)) {
      if (partitions.length > 0) (assignments.get(memberId) as PartitionsByTopic)[topic] = partitions
      totals.set(memberId, (totals.get(memberId) ?? 0) + partitions.length)
    }
  }
  return assignments
}

function assignTopic(
  partitions: number[],
  topic: string,
  members: MemberSubscription[],
  totals: ReadonlyMap<string, number>,
): Map<string, number[]> {
  const totalOf = ({ memberId }: MemberSubscription) => totals.get(memberId) ?? 0
  const free = new Set(partitions)
  const owned = new Map<MemberSubscription, number[]>()
  for (const member of members) {
    const own = (member.owned[topic] ?? []).filter((partition) => free.delete(partition))
    owned.set(member, own)
  }
  const ownedBy = (member: MemberSubscription) => owned.get(member) ?? []

  const least = Math.floor(partitions.length / members.length)
  // So many members have one more: those that own it already, then those with the fewest partitions of other topics.
  const more = partitions.length % members.length
  const isOver = (member: MemberSubscription) => (ownedBy(member).length > least ? 0 : 1)
  const ranked = members.toSorted((a, b) => isOver(a) - isOver(b) || totalOf(a) - totalOf(b))
  const shares = new Map(ranked.map((member, rank) => [member, least + (rank < more ? 1 : 0)]))

  for (const member of members)
    for (const partition of ownedBy(member).splice(shares.get(member) ?? 0)) free.add(partition)
  const left = [...free].sort((a, b) => a - b)
  for (const member of members) {
    const own = ownedBy(member)
    own.push(...left.splice(0, (shares.get(member) ?? 0) - own.length))
    own.sort((a, b) => a - b)
  }
  return new Map(members.map((member) => [member.memberId, ownedBy(member)]))
}
