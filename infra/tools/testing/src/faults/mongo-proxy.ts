import { mongo } from 'mongoose'
import { inject } from 'vitest'
import '../setup/provided.ts'
import { answerTo, commandOf, lengthOf } from '../commands/mongo-wire.ts'
import { onMessage, openTcpProxy } from './tcp-proxy.ts'

/** An error that a server of a replica set answers in the middle of a failover; `ofMajority`: it has written, and the others have not. */
export type ServerFault = { code: number; codeName: string; ofMajority?: true }

/** Driver's own questions about the server are never refused: it would not even begin to ask. */
const ofTheDriver = new Set(['hello', 'ismaster', 'isMaster', 'ping', 'endSessions', 'buildInfo'])

/** A proxy in front of a MongoDB that answers commands in its place, as a server does that is no longer the primary. */
export async function openMongoProxy(url = inject('backing').MONGO_URL) {
  const faults: ServerFault[] = []
  let always: ServerFault | undefined
  let refused = 0
  const proxy = await openTcpProxy(await primaryOf(url), (client, upstream) => {
    upstream.pipe(client)
    onMessage(client, lengthOf, (message) => {
      const fault = isCommand(message) ? (always ?? faults.shift()) : undefined
      if (!fault) return void upstream.write(message)
      refused++
      client.write(answerTo(message, refusal(fault)))
    })
  })
  return {
    url: proxyUrl(proxy.port),
    /** The next commands get these answers, one each. */
    refuseNext: (list: ServerFault[]) => void faults.push(...list),
    /** Every command gets this answer from now on; undefined: none does. */
    refuseAll(fault: ServerFault | undefined): void {
      always = fault
    },
    /** Commands that were refused until now. */
    refused: () => refused,
    close: proxy.close,
  }
}

/** Where a server of an address takes writes: the primary, of several hosts. */
export async function primaryOf(url: string): Promise<{ host: string; port: number }> {
  const client = new mongo.MongoClient(url)
  try {
    // By the old name, which every server knows. Alone or asked directly, it may know itself by another address than it has from here.
    const { me } = client.options.directConnection ? {} : await client.db('admin').command({ isMaster: 1 })
    const { hostname, port } = new URL(`mongodb://${me ?? client.options.hosts[0]}`)
    return { host: hostname, port: Number(port) }
  } finally {
    await client.close()
  }
}

/** Without `directConnection` a driver learns the server's own address, and goes round the proxy. */
export const proxyUrl = (port: number): string => `mongodb://127.0.0.1:${port}/?directConnection=true`

function isCommand(message: Buffer): boolean {
  const [name] = Object.keys(commandOf(message) ?? {})
  return name !== undefined && !ofTheDriver.has(name)
}

function refusal({ ofMajority, ...fault }: ServerFault) {
  const error = { ...fault, errmsg: `refused by the test: ${fault.codeName}` }
  return ofMajority ? { ok: 1, n: 1, nModified: 1, writeConcernError: error } : { ok: 0, ...error }
}
