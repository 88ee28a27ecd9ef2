import { ProofChallenge } from '@utter/contracts/http/account/proof'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

const secrets = { hmacSignatureSecret: 'of the test', hmacKeySignatureSecret: 'of its solutions' }

/** A challenge as account makes one. @param counter how far its solver has to count @param cost rounds for each count */
export async function challengeOf(counter: number, cost = 1_000): Promise<ProofChallenge> {
  const expiresAt = Math.floor(Date.now() / 1_000) + 600
  const data = { network: 'n', level: 0 }
  return ProofChallenge.parse(
    await createChallenge({ ...secrets, algorithm: 'PBKDF2/SHA-256', cost, counter, deriveKey, expiresAt, data }),
  )
}

/** The counter of a proof, as a sign-up has it. */
export const counterOf = (proof: unknown): number =>
  JSON.parse(Buffer.from(String(proof), 'base64').toString()).solution.counter
