import { Statement } from '@utter/contracts/http/provenance/statements'
import { createSigner, createVerifier } from 'fast-jwt'
import type { SigningKeys } from './signing-keys.ts'

/** Longest statement in characters: the receipt of the largest work has some 300,000. */
export const maxStatementLength = 1024 * 1024

/** The type in the header of each statement, so that no other token that these keys may sign is taken for one. */
const typ = 'utter-statement+jwt'

/** `unknown_key`: it names a key that is not of this platform. `mark_changed`: it is no statement that the key has signed. */
export type StatementFault = 'unknown_key' | 'mark_changed'

/**
 * Statements as compact JWS, by Ed25519, so that the same statement is the same text whenever it is signed. Their public keys verify them
 * offline.
 * @param keys the first signs; all verify
 */
export function createStatements(keys: SigningKeys) {
  const [own] = keys
  const header = { alg: 'EdDSA', typ, kid: own.kid }
  const sign = createSigner({ key: own.pem, algorithm: 'EdDSA', noTimestamp: true, header })
  const verifiers = new Map(
    keys.map(({ kid, publicPem }) => [
      kid,
      createVerifier({ key: publicPem, algorithms: ['EdDSA'], checkTyp: typ, cache: false }),
    ]),
  )
  return {
    sign: (statement: Statement): string => sign({ ...statement }),
    /** The statement of a compact JWS, or why there is none. */
    verify(token: string): Statement | StatementFault {
      if (token.length > maxStatementLength) return 'mark_changed'
      const kid = kidOf(token)
      if (kid === undefined) return 'mark_changed'
      const verify = verifiers.get(kid)
      if (!verify) return 'unknown_key'
      try {
        return Statement.parse(verify(token))
      } catch {
        return 'mark_changed'
      }
    },
    /** The public keys as a JSON Web Key Set (RFC 7517). */
    keySet: { keys: keys.map(({ publicKey }) => publicKey) },
  }
}
export type Statements = ReturnType<typeof createStatements>

/** The name of the key in the header of a compact JWS; undefined where it is none. */
function kidOf(token: string): string | undefined {
  try {
    const header = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString())
    return typeof header?.kid === 'string' ? header.kid : undefined
  } catch {
    return undefined
  }
}
