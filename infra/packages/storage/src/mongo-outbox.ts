import type { Model } from 'mongoose'
import { type Due, leaseDue } from './lease-due.ts'

/** Longer than a publication that ends by its deadline. */
const leaseMs = 10_000

type Marked = { _id: string; userId?: string; version: number; unpublishedSince?: Date }

export type OutboxOptions = {
  /**
   * For compacted topics, of which a new consumer sees the last message of each key alone: two processes that publish two states of one
   * document may do so in either order, so a document that has moved on meanwhile is published once more.
   */
  latestLast?: boolean
}

/** The outbox of a collection whose documents carry `unpublishedSince`, the time of a change that is still to be published. */
export function mongoOutbox<Document extends Marked>(
  { collection }: Model<Document>,
  { latestLast = false }: OutboxOptions = {},
) {
  const keyOf = ({ _id, userId }: Document) => ({ _id: _id as never, ...(userId !== undefined && { userId }) })
  const markAgain = (document: Document) => ({
    updateOne: {
      filter: { ...keyOf(document), version: { $gt: document.version }, unpublishedSince: { $exists: false } } as never,
      update: { $set: { unpublishedSince: new Date() } } as never,
    },
  })
  return {
    /** Documents unpublished since before this time, oldest first, for this relay alone. */
    lease: (before: Date, limit: number): Promise<Due<Document>> =>
      leaseDue<Document>(collection as never, {
        field: 'unpublishedSince',
        dueBy: before,
        now: new Date(),
        limit,
        leaseMs,
      }),
    /** Removes the mark of each document that is still at the version that was published. */
    async markPublished(documents: Document[]): Promise<void> {
      await collection.bulkWrite(
        documents.flatMap((document) => [
          {
            updateOne: {
              filter: { ...keyOf(document), version: document.version },
              update: { $unset: { unpublishedSince: 1 } },
            },
          },
          ...(latestLast ? [markAgain(document)] : []),
        ]),
        { ordered: false },
      )
    },
  }
}
