import type { SignUp } from '@utter/contracts/http/account/account'
import type { Proof, ProofChallenge } from '@utter/contracts/http/account/proof'
import { UserAnswer, type UserView } from '@utter/contracts/http/account/user-view'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { UtterError } from './errors.ts'
import { createRequest, type Options } from './request.ts'

/** Proofs for one sign-up: another from the same network may have made the first too light. */
const maxProofs = 3

/** The `proof` of a sign-up: the solved challenge, as JSON in base64. Some 0.3 s of work on a desktop, more after other sign-ups. */
export async function prove(challenge: ProofChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The proof of work took too long')
  return btoa(JSON.stringify({ challenge, solution } satisfies Proof))
}

/** Makes an account. Where a proof of work is asked for, it is made here. @throws UtterError */
export async function signUp(options: Omit<Options, 'apiKey' | 'maxTries'>, input: SignUp): Promise<UserView> {
  // Once: a second try after a lost answer would find the name taken.
  const request = createRequest({ ...options, maxTries: 1 })
  for (let proofs = 0, body = input; ; proofs++) {
    try {
      const response = await request('/api/auth/signup', { method: 'POST', body })
      return UserAnswer.parse(await response.json()).user
    } catch (error) {
      if (!(error instanceof UtterError) || !error.challenge || proofs === maxProofs) throw error
      body = { ...input, proof: await prove(error.challenge) }
    }
  }
}
