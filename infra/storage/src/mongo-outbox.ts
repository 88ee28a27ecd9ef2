import type { Model } from 'mongoose'
import { type Due, leaseDue } from './lease-due.ts'

/** Longer than a publication takes that fails by its deadline. */
const leaseMs = 10_000

type Marked = { _id: string; userId?: string; version: number; unsaid?: Date }

/** The outbox of a collection whose documents carry `unsaid`, the time of a change that is still to be told. */
export function mongoOutbox<Document extends Marked>({ collection }: Model<Document>) {
  return {
    /** Documents unsaid since before this time, oldest first, for this relay alone. */
    lease: (before: Date, limit: number): Promise<Due<Document>> =>
      leaseDue<Document>(collection as never, { field: 'unsaid', dueBy: before, now: new Date(), limit, leaseMs }),
    /** Takes the mark away from those documents that are still at the version that was said. */
    async said(documents: Document[]): Promise<void> {
      await collection.bulkWrite(
        documents.map(({ _id, userId, version }) => ({
          updateOne: {
            filter: { _id: _id as never, ...(userId !== undefined && { userId }), version },
            update: { $unset: { unsaid: 1 } },
          },
        })),
        { ordered: false },
      )
    },
  }
}
