import type { PartitionsByTopic } from '../kafkajs/sticky-assigner.ts'
import type { TopicPartition } from './group-consumer.ts'
import { OffsetTracker } from './offset-tracker.ts'

/** A partition that this member consumes, with the offsets of its messages in flight. */
export type Assignment = TopicPartition & { tracker: OffsetTracker; paused: boolean }

const idOf = ({ topic, partition }: TopicPartition) => `${topic}/${partition}`

/**
 * The partitions of this generation. A tracker outlives a rebalance only where no generation was missed in between:
 * another member may have had the partition, and its commits count.
 */
export class Assignments {
  #all = new Map<string, Assignment>()

  get(place: TopicPartition): Assignment | undefined {
    return this.#all.get(idOf(place))
  }

  all(): Assignment[] {
    return [...this.#all.values()]
  }

  owned(): PartitionsByTopic {
    const byTopic = Map.groupBy(this.#all.values(), ({ topic }) => topic)
    return Object.fromEntries([...byTopic].map(([topic, own]) => [topic, own.map(({ partition }) => partition)]))
  }

  /** @param isContinued no generation was missed since the assignment before */
  assign(assigned: TopicPartition[], isContinued: boolean): void {
    if (!isContinued) this.dropAll()
    const kept = new Set(assigned.map(idOf))
    for (const [id, { tracker }] of this.#all) {
      if (kept.has(id)) continue
      tracker.lost.abort()
      this.#all.delete(id)
    }
    for (const place of assigned)
      if (!this.get(place)) this.#all.set(idOf(place), { ...place, tracker: new OffsetTracker(), paused: true })
  }

  dropAll(): void {
    for (const { tracker } of this.#all.values()) tracker.lost.abort()
    this.#all.clear()
  }
}
