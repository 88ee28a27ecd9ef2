import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { JobProgressed } from '@utter/contracts/events/job-progressed'
import { isTransient } from '@utter/runtime/is-transient'
import { eventually } from '@utter/testing/eventually'
import { aName, brokers, log, progressed } from '@utter/testing/setup/buses'
import { expect, onTestFinished, test } from 'vitest'
import { on } from '../src/handler.ts'
import { openMessaging } from '../src/open.ts'

/** An address without a listener, until `appear`: then it leads to the broker. */
async function absentBroker() {
  const [host = '', port] = (brokers()[0] ?? '').split(':')
  const server = createServer((client) => {
    const broker = connect(Number(port), host)
    for (const socket of [client, broker]) socket.on('error', () => {}).on('close', () => void client.destroy())
    client.pipe(broker).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  server.close()
  onTestFinished(() => void server.close())
  return { address: `127.0.0.1:${own}`, appear: () => void server.listen(own, '127.0.0.1') }
}

/** A process that starts without this broker after a tenth of the usual time. */
const openBusAt = (address: string) =>
  openMessaging({ KAFKA_BROKERS: [address], KAFKA_PARTITIONS: 4, KAFKA_REPLICAS: 1 }, aName(), log, {
    firstConnectMs: 500,
  })

test('a process starts without a broker; what it publishes is refused for a moment, and it publishes and consumes once one is there', async () => {
  const { address, appear } = await absentBroker()
  const bus = await openBusAt(address)
  onTestFinished(() => bus.close())
  const jobId = randomUUID()
  const consumed: number[] = []
  await bus.consume(
    [
      on(JobProgressed, async (data, { version }) => {
        if (data.jobId === jobId) consumed.push(version)
      }),
    ],
    { group: aName() },
  )
  await bus.check()
  const refused = await bus.publish([progressed(jobId, 1)]).catch((error) => error)
  expect(isTransient(refused)).toBe(true)

  appear()
  await eventually('it publishes', () => bus.publish([progressed(jobId, 2)]).then(() => true))
  await eventually('it consumes', () => consumed.includes(2))
})

test('one that never found a broker ends all the same', async () => {
  const { address } = await absentBroker()
  const bus = await openBusAt(address)
  await bus.consume([on(JobProgressed, async () => {})])
  await bus.close()
})
