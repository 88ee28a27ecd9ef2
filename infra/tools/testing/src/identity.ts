import { createIdentitySigner } from '@utter/http/identity'
import { identityPublicKeys, makeIdentityKeys, privateKeyOf, type SignerName } from '@utter/http/identity-keys'

/** Tokens outlast a run: test files that run in one process share their modules, and with them signed callers. */
const hourMs = 3_600_000

/** Key pairs of a test's own: signers by name, and the public keys by which a guard knows them. */
export function createTestIdentity() {
  const { privateKeys, publicKeys } = makeIdentityKeys()
  return {
    /** In the form of the environment. */
    privateKeys,
    publicKeysText: publicKeys,
    publicKeys: identityPublicKeys.parse(publicKeys),
    signer: (name: SignerName, tokenLifetimeMs = hourMs) =>
      createIdentitySigner(privateKeyOf(privateKeys[name]), name, tokenLifetimeMs),
  }
}
