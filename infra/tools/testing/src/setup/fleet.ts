import { callsOf, parts } from '@utter/local/processes/processes'
import { inject } from 'vitest'
import { type Balancer, openBalancer } from './balancer.ts'
import { processesOf } from './operator.ts'
import type { PlatformAddresses } from './provided.ts'
import { type Replica, startReplica } from './replica.ts'

/** The platform under test with several replicas of every process, each service behind a balancer, as in a cluster. */
export type Fleet = AsyncDisposable & {
  /** Where the gateways answer. */
  url: string
  names: string[]
  /** Those that were started here, the oldest first; the platform's own one of each is not among them. */
  replicas(name: string): Replica[]
  /** Starts one more; resolves when it is ready and gets its share. */
  join(name: string): Promise<Replica>
  /** Ends the oldest that was started here. */
  leave(name: string, signal: NodeJS.Signals): Promise<{ code: number | null; ms: number }>
}

/** After SIGTERM a replica goes on answering for longer than ten probes of the balancer. */
const stopDelay = { STOP_DELAY_MS: '3000' }

/**
 * @param count replicas of each process, the platform's own included, but for gateways: its own knows no balancer
 * @param port where the gateways answer; a free one, if not given
 */
export async function openFleet(
  count: number,
  platform: PlatformAddresses = inject('platform'),
  port = 0,
): Promise<Fleet> {
  const closing = new AsyncDisposableStack()
  const names = Object.keys(parts)
  const replicas = new Map<string, Replica[]>(names.map((name) => [name, []]))
  const balancers = new Map<string, Balancer>()
  const own = await processesOf(platform)

  // Every balancer first: a process gets the addresses of those that it calls at its start.
  for (const name of names) {
    const { url, privateUrl } = own[name] ?? {}
    const isService = name !== 'gateway'
    const balancer = await openBalancer(
      isService && url && privateUrl ? [{ url, privateUrl }] : [],
      isService ? 0 : port,
    )
    closing.defer(() => balancer.close())
    balancers.set(name, balancer)
  }
  const urls = (name: string) =>
    Object.fromEntries(callsOf(name).map((other) => [`${other.toUpperCase()}_URL`, balancers.get(other)?.url ?? '']))
  const join = async (name: string) => {
    const replica = closing.use(await startReplica(name, { ...stopDelay, ...urls(name) }, platform))
    replicas.get(name)?.push(replica)
    balancers.get(name)?.add(replica)
    return replica
  }
  for (const name of names) for (let i = name === 'gateway' ? 0 : 1; i < count; i++) await join(name)

  return {
    url: balancers.get('gateway')?.url ?? platform.url,
    names,
    replicas: (name) => replicas.get(name) ?? [],
    join,
    async leave(name, signal) {
      const oldest = replicas.get(name)?.shift()
      if (!oldest) throw new Error(`no replica of ${name} was started here`)
      return oldest.stop(signal)
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}
