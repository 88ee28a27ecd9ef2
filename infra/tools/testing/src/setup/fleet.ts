import { resolve } from 'node:path'
import { callsOf, parts } from '@utter/local/processes/processes'
import pMap from 'p-map'
import { type Balancer, openBalancer } from './balancer.ts'
import { recordReplicas } from './known-replicas.ts'
import { processesOf } from './operator.ts'
import { ownPlatform, type PlatformAddresses } from './provided.ts'
import { type Replica, startReplica } from './replica.ts'

/** The platform under test with several replicas of every process, each service behind a balancer, as in a cluster. */
export type Fleet = AsyncDisposable & {
  /** Where the gateways answer. */
  url: string
  names: string[]
  /** Replicas that were started here, the oldest first; the platform's own one of each is not among them. */
  replicas(name: string): Replica[]
  /** Starts one more; resolves when it is ready and gets its share. @param more variables that are other than the others' */
  join(name: string, more?: Record<string, string>): Promise<Replica>
  /** Ends one that was started here; the oldest, if none is given. */
  leave(name: string, signal: NodeJS.Signals, replica?: Replica): Promise<{ code: number | null; ms: number }>
  /**
   * A rolling restart with other variables: for each that was started here one with them joins, and then the oldest leaves.
   * @param env in place of what they have, also for those that join later
   * @returns the exit codes of those that left
   */
  roll(name: string, env: Record<string, string>): Promise<(number | null)[]>
}

export type FleetOptions = {
  platform?: PlatformAddresses
  /** Where the gateways answer; a free one, if not given. */
  port?: number
  /** Whether the platform's own services get requests too; they consume in any case, and are never restarted. */
  ownServe?: boolean
  /** For all tests of a run: what dies is started again, reaches the failpoints of tests, and is known to them by `replicasOf`. */
  isPlatform?: boolean
}

/** After SIGTERM a replica goes on answering for longer than ten probes of the balancer. */
const stopDelay = { STOP_DELAY_MS: '3000' }

/** Replicas that start at the same time: each keeps a core busy for two seconds, and then waits for its groups. */
const maxStarting = 3

/** @param count replicas of each process that get requests, the platform's own included where it does: the own gateway knows no balancer */
export async function openFleet(
  count: number,
  { platform = ownPlatform(), port = 0, ownServe = true, isPlatform = false }: FleetOptions = {},
): Promise<Fleet> {
  const closing = new AsyncDisposableStack()
  const names = Object.keys(parts)
  const replicas = new Map<string, Replica[]>(names.map((name) => [name, []]))
  const balancers = new Map<string, Balancer>()
  const rolledOut = new Map<string, Record<string, string>>()
  const own = await processesOf(platform)

  // Every balancer first: a process gets the addresses of those that it calls at its start.
  for (const name of names) {
    const { url, privateUrl } = own[name] ?? {}
    const isGateway = name === 'gateway'
    const balancer = await openBalancer(
      ownServe && !isGateway && url && privateUrl ? [{ url, privateUrl }] : [],
      isGateway ? port : 0,
    )
    closing.defer(() => balancer.close())
    balancers.set(name, balancer)
  }
  const urls = (name: string) =>
    Object.fromEntries(callsOf(name).map((other) => [`${other.toUpperCase()}_URL`, balancers.get(other)?.url ?? '']))
  const join = async (name: string, more: Record<string, string> = {}) => {
    const failpoints = isPlatform && { FAILPOINTS_DIR: resolve(platform.dataDir, 'failpoints', name) }
    const env = { ...stopDelay, ...failpoints, ...urls(name), ...rolledOut.get(name), ...more }
    const keptUp = isPlatform && { keptUp: { changed: () => recordReplicas(platform.dataDir, replicas) } }
    const replica = closing.use(await startReplica(name, env, { platform, ...keptUp }))
    replicas.get(name)?.push(replica)
    if (isPlatform) recordReplicas(platform.dataDir, replicas)
    await balancers.get(name)?.add(replica)
    return replica
  }
  const leave = async (name: string, signal: NodeJS.Signals, replica = replicas.get(name)?.[0]) => {
    if (!replica) throw new Error(`no replica of ${name} was started here`)
    replicas.set(name, replicas.get(name)?.filter((other) => other !== replica) ?? [])
    const end = await replica.stop(signal)
    balancers.get(name)?.remove(replica)
    return end
  }
  const joining = names.flatMap((name) => Array(ownServe && name !== 'gateway' ? count - 1 : count).fill(name))
  await pMap(joining, (name: string) => join(name), { concurrency: maxStarting })

  return {
    url: balancers.get('gateway')?.url ?? platform.url,
    names,
    replicas: (name) => replicas.get(name) ?? [],
    join,
    leave,
    async roll(name, env) {
      rolledOut.set(name, { ...rolledOut.get(name), ...env })
      const codes: (number | null)[] = []
      for (const _ of [...(replicas.get(name) ?? [])]) {
        await join(name)
        codes.push((await leave(name, 'SIGTERM')).code)
      }
      return codes
    },
    async [Symbol.asyncDispose]() {
      // All at the same time: each goes on for its STOP_DELAY_MS.
      await Promise.all([...replicas.values()].flat().map((replica) => replica[Symbol.asyncDispose]()))
      await closing.disposeAsync()
    },
  }
}
