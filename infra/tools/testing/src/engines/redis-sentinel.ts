import { eventually } from '../eventually.ts'
import { type RedisServer, redisPassword, startRedisServer, type TlsOfServers } from './redis-server.ts'

export type RedisWithSentinels = AsyncDisposable & { url: string; primary: RedisServer; replica: RedisServer }

const sentinelCount = 3

/** A real primary with a replica, and three Sentinels, which make it the primary a second after the other is gone. */
export async function startRedisWithSentinels(tls?: TlsOfServers): Promise<RedisWithSentinels> {
  await using closing = new AsyncDisposableStack()
  const secure = tls ? ['tls-replication yes'] : []
  const primary = closing.use(await startRedisServer(secure, tls))
  const replica = closing.use(
    await startRedisServer([...secure, `replicaof 127.0.0.1 ${primary.port}`, 'repl-diskless-sync-delay 0'], tls),
  )
  await eventually('the replica has all', async () =>
    (await replica.admin.info('replication')).includes('master_link_status:up'),
  )
  const watches = [
    `sentinel monitor utter 127.0.0.1 ${primary.port} 2`,
    `sentinel auth-pass utter ${redisPassword}`,
    'sentinel down-after-milliseconds utter 1000',
    'sentinel failover-timeout utter 5000',
  ]
  const sentinels: RedisServer[] = []
  for (let i = 0; i < sentinelCount; i++)
    sentinels.push(closing.use(await startRedisServer([...watches, ...secure], tls, 'sentinel')))
  await eventually('the Sentinels know each other and the replica', async () => {
    const known = await Promise.all(
      sentinels.flatMap(({ admin }) => ['SENTINELS', 'REPLICAS'].map((list) => admin.call('SENTINEL', list, 'utter'))),
    )
    const counts = known.map((list) => (list as unknown[]).length)
    return counts.every((count, i) => count === (i % 2 === 0 ? sentinelCount - 1 : 1))
  })
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const handedOver = closing.move()
  return {
    url: `${tls ? 'rediss' : 'redis'}+sentinel://:${redisPassword}@${hosts}?master=utter${tls ? `&${tls.parameters}` : ''}`,
    ...{ primary, replica },
    [Symbol.asyncDispose]: () => handedOver.disposeAsync(),
  }
}
