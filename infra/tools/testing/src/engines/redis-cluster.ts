import { freePort } from '@utter/local/free-port'
import { eventually } from '../eventually.ts'
import { type RedisServer, redisPassword, startRedisServer, type TlsOfServers } from './redis-server.ts'

export type RedisCluster = AsyncDisposable & { url: string; nodes: RedisServer[] }

const slots = 16_384

/** A real Redis Cluster of two primaries on this machine, each with half of the keys. */
export async function startRedisCluster(tls?: TlsOfServers): Promise<RedisCluster> {
  await using closing = new AsyncDisposableStack()
  const busPorts = [await freePort(), await freePort()]
  const nodes: RedisServer[] = []
  for (const busPort of busPorts) {
    const lines = ['cluster-enabled yes', `cluster-port ${busPort}`, 'cluster-node-timeout 2000']
    nodes.push(closing.use(await startRedisServer([...lines, ...(tls ? ['tls-cluster yes'] : [])], tls)))
  }
  const [first, second] = nodes as [RedisServer, RedisServer]
  await first.admin.call('CLUSTER', 'ADDSLOTSRANGE', 0, slots / 2 - 1)
  await second.admin.call('CLUSTER', 'ADDSLOTSRANGE', slots / 2, slots - 1)
  await first.admin.call('CLUSTER', 'MEET', '127.0.0.1', second.port, busPorts[1] ?? 0)
  await eventually('the Cluster is whole', async () => {
    const states = await Promise.all(nodes.map(({ admin }) => admin.cluster('INFO')))
    return states.every((state) => String(state).includes('cluster_state:ok'))
  })
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const handedOver = closing.move()
  return {
    url: `${tls ? 'rediss' : 'redis'}+cluster://:${redisPassword}@${hosts}${tls ? `?${tls.parameters}` : ''}`,
    nodes,
    [Symbol.asyncDispose]: () => handedOver.disposeAsync(),
  }
}
