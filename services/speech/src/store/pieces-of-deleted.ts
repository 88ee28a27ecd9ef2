import type { Claims } from '@utter/contracts/claims'
import type { DeletedAccounts } from '@utter/storage/deleted-accounts'
import type { KeptPieces, WorkOf } from '../domain/kept/kept-piece.ts'

type Ends = { claims: Pick<Claims<unknown>, 'find'>; deleted: Pick<DeletedAccounts, 'has'> }

/** The mark of a deleted work, among those of withdrawn jobs: kept for as long as a message about its jobs may be consumed. */
export const markOfWork = ({ userId, workId }: WorkOf) => ({ userId, jobId: workId, stage: 'speech' })

/**
 * Pieces that no late worker keeps for a deleted work or account. The mark is looked for after a piece is listed: a deletion, which leaves its mark first,
 * either finds the piece or is found here.
 */
export function keepForNoDeleted(pieces: KeptPieces, { claims, deleted }: Ends): KeptPieces {
  const clear = async (work: WorkOf) => {
    const { jobId, stage } = markOfWork(work)
    if (await deleted.has(work.userId)) await pieces.removeOf(work.userId)
    else if (await claims.find(jobId, stage)) await pieces.removeWork(work)
  }
  return {
    ...pieces,
    async find(work, keys) {
      const found = await pieces.find(work, keys)
      if (found.size > 0) await clear(work)
      return found
    },
    async keep(work, ...piece) {
      await pieces.keep(work, ...piece)
      await clear(work)
    },
  }
}
