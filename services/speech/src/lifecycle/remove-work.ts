import type { ConsumeDeps } from '../deps.ts'
import type { WorkOf } from '../domain/kept/kept-piece.ts'
import { markOfWork } from '../store/pieces-of-deleted.ts'

/** Removes what was kept for a work. Its mark goes first: a worker that is late finds it, and removes what it has kept. */
export async function removeWork(
  { claims, pieces, clock }: Pick<ConsumeDeps, 'claims' | 'pieces' | 'clock'>,
  work: WorkOf,
): Promise<void> {
  await claims.withdraw(markOfWork(work), clock.now())
  await pieces.removeWork(work)
}
