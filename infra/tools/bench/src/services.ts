import { availableParallelism } from 'node:os'
import { freePort } from '@utter/local/free-port'
import { commandOf, type Endpoint, environmentOf, parts, privateUrlOf, urlOf } from '@utter/local/processes/processes'
import { isRedisUser } from '@utter/storage/redis/rights'
import type { BenchContext } from './bench-context.ts'
import { answers, type Program, startProgram } from './program.ts'

export type Service = Program & { url: string }
type Environment = Record<string, string>
const unsigned = { IDENTITY_PUBLIC_KEYS: '' }

/**
 * Processes of the product as `npm start` runs them, each with its own environment.
 * @param names in the order in which they may start
 * @param besides what replaces or adds to a process's environment, by its name
 */
export async function startServices<Name extends string>(
  context: BenchContext,
  names: readonly Name[],
  besides: Partial<Record<Name, Environment>> = {},
): Promise<Record<Name, Service>> {
  const endpoints: Record<string, Endpoint> = {}
  for (const name of Object.keys(parts)) endpoints[name] = { port: await freePort(), privatePort: await freePort() }
  const wiring = {
    settings: context.settings,
    backing: await context.backing(),
    secrets: context.secrets,
    endpoints,
    models: {},
  }

  // Each row has a Redis of its own, with other users than those of the run.
  const ofRow = (name: string) => isRedisUser(name) && { REDIS_URL: wiring.backing.REDIS_URL }
  const started: Partial<Record<Name, Service>> = {}
  const waiting = [...names]
  const startNext = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      const endpoint = endpoints[name]
      if (!endpoint) throw new Error(`No process is called ${name}`)
      const program = await startProgram(context, {
        name,
        command: commandOf(parts[name]?.folder ?? name),
        // Copies of credentials are the benchmark's own, and no account signs them.
        env: { ...environmentOf(name, wiring), ...(name === 'gateway' && unsigned), ...ofRow(name), ...besides[name] },
        ready: () => answers(`${privateUrlOf(endpoint)}/health/ready`),
      })
      started[name] = { ...program, url: urlOf(endpoint) }
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, startNext))
  return started as Record<Name, Service>
}
