import { makeSigningKey, signingKeysIn } from '@utter/provenance/signing-keys'
import { createStatements } from '@utter/provenance/statements'

/** A key of tests, in the form of the environment. */
export const testSigningKey = makeSigningKey()
export const testStatements = createStatements(signingKeysIn(testSigningKey))
