import type { Proof, ProofChallenge } from '@utter/contracts/http/account/proof'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Solves a challenge. The browser derives the keys in threads of its own, so the page goes on meanwhile without a worker of ours. */
export async function prove(challenge: ProofChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('the proof of work took too long')
  return btoa(JSON.stringify({ challenge, solution } satisfies Proof))
}
