import { randomInt } from 'node:crypto'
import { Proof } from '@utter/contracts/http/account/proof'
import { Problem } from '@utter/http/problem'
import type { Clock } from '@utter/runtime/clock'
import type { KeyedHash } from '@utter/storage/keyed-hash'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { levelOf, maxCounterOf } from '../domain/proof-level.ts'
import type { UsedProofs } from '../store/used-proofs.ts'

/** Rounds of PBKDF2 for one count: 2 ms and more on a phone, and as much as the server spends on a challenge. */
const cost = 5_000
/** Time for solving it, the slowest device included. */
export const challengeLifetimeSeconds = 600

export type SignUpProof = ReturnType<typeof createSignUpProof>

/**
 * The proof of work that a network owes for each sign-up past the first of an hour: a script pays for its accounts with time, a person
 * with half a second.
 * @param after sign-ups of a network in an hour that owe none; 0: none ever does
 */
export function createSignUpProof({ used, clock }: { used: UsedProofs; clock: Clock }, hash: KeyedHash, after: number) {
  const secrets = { hmacSignatureSecret: hash('challenges'), hmacKeySignatureSecret: hash('solutions') }

  async function challengeOf(network: string, level: number) {
    const expiresAt = Math.floor(clock.now().getTime() / 1_000) + challengeLifetimeSeconds
    return createChallenge({
      ...secrets,
      algorithm: 'PBKDF2/SHA-256',
      cost,
      // Up from 1, so that nothing is gained by beginning elsewhere than a browser does.
      counter: randomInt(1, maxCounterOf(level)),
      deriveKey,
      expiresAt,
      data: { network: hash(network), level },
    })
  }

  /** @param level the present one: a proof may be of the one before, since another may have signed up while it was made */
  async function isProof(text: string | undefined, network: string, level: number): Promise<boolean> {
    const proof = text && proofIn(text)
    if (!proof) return false
    const { challenge, solution } = proof
    const { data, nonce } = challenge.parameters
    if (data.network !== hash(network) || data.level < level - 1) return false
    const { verified } = await verifySolution({ ...secrets, challenge, solution, deriveKey })
    return verified && (await used.take(nonce, challengeLifetimeSeconds))
  }

  return {
    /** @param others sign-ups of the network in this hour besides this one @throws Problem 403 `proof_required` with a challenge */
    async check(proof: string | undefined, network: string, others: number): Promise<void> {
      if (after === 0 || others < after) return
      const level = levelOf(others - after)
      if (await isProof(proof, network, level)) return
      throw new Problem(403, 'proof_required', 'A proof of work is needed to sign up', {
        challenge: Proof.shape.challenge.parse(await challengeOf(network, level)),
      })
    },
  }
}

function proofIn(text: string): Proof | undefined {
  try {
    return Proof.safeParse(JSON.parse(Buffer.from(text, 'base64').toString())).data
  } catch {
    return undefined
  }
}
