import { join } from 'node:path'
import { createIdentitySigner, type IdentitySigner } from '@utter/http/identity'
import { privateKeyOf, type SignerName } from '@utter/http/identity-keys'
import { readSecrets } from '@utter/local/secrets'
import { createOperator, type Operator, type RunFile, readTarget } from '@utter/operator/operator'
import { inject } from 'vitest'
import './provided.ts'

/** The operator of the platform under test. */
export const testOperator = async (): Promise<Operator> => createOperator(await testTarget())
/** Where its processes are: addresses, pids, keys. */
export const testTarget = () => readTarget(join(inject('platform').dataDir, 'run.json'))
/** A signer of the platform under test. */
export async function testSigner(name: SignerName): Promise<IdentitySigner> {
  const { identityKeys } = await readSecrets(inject('platform').dataDir, {})
  return createIdentitySigner(privateKeyOf(identityKeys[name]), name)
}
export const processesOf = async (): Promise<RunFile['processes']> => (await testTarget()).run.processes
