import { HttpError, request } from '../../../lib/server/http.ts'

/** Proofs for one sign-up: another from the same network may have made the first too light. */
const maxProofs = 3
/** A check that is shorter goes without a word. */
const silentMs = 1_000

/** Sends a sign-up, and once more with a proof of work where one is owed. @param onCheck whether such a check is taking long */
export async function requestWithProof(
  path: string,
  body: object,
  onCheck: (isLong: boolean) => void,
): Promise<unknown> {
  for (let proofs = 0, sent = body; ; proofs++) {
    try {
      return await request('POST', path, { body: sent })
    } catch (error) {
      const challenge = error instanceof HttpError ? error.problem?.challenge : undefined
      if (!challenge || proofs === maxProofs) throw error
      const timer = setTimeout(() => onCheck(true), silentMs)
      try {
        const { prove } = await import('./prove.ts')
        sent = { ...body, proof: await prove(challenge) }
      } finally {
        clearTimeout(timer)
        onCheck(false)
      }
    }
  }
}
