import { join } from 'node:path'
import { createIdentitySigner, type IdentitySigner } from '@utter/http/identity'
import { privateKeyOf, type SignerName } from '@utter/http/identity-keys'
import { readSecrets } from '@utter/local/secrets'
import { createOperator, type Operator, type RunFile, readTarget } from '@utter/operator/operator'
import { ownPlatform, type PlatformAddresses } from './provided.ts'

/** The operator of the platform under test. */
export const testOperator = async (): Promise<Operator> => createOperator(await testTarget())
/** Where its processes are: addresses, pids, keys. */
export const testTarget = ({ dataDir }: PlatformAddresses = ownPlatform()) => readTarget(join(dataDir, 'run.json'))
/** A signer of the platform under test. */
export async function testSigner(name: SignerName): Promise<IdentitySigner> {
  const { identityKeys } = await readSecrets(ownPlatform().dataDir, {})
  return createIdentitySigner(privateKeyOf(identityKeys[name]), name)
}
export const processesOf = async (platform?: PlatformAddresses): Promise<RunFile['processes']> =>
  (await testTarget(platform)).run.processes
