import { inject } from 'vitest'
import '../setup/provided.ts'
import { answerTo, commandOf, lengthOf } from '../commands/mongo-wire.ts'
import { primaryOf, proxyUrl } from '../commands/primary-of.ts'
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

function isCommand(message: Buffer): boolean {
  const [name] = Object.keys(commandOf(message) ?? {})
  return name !== undefined && !ofTheDriver.has(name)
}

function refusal({ ofMajority, ...fault }: ServerFault) {
  const error = { ...fault, errmsg: `refused by the test: ${fault.codeName}` }
  return ofMajority ? { ok: 1, n: 1, nModified: 1, writeConcernError: error } : { ok: 0, ...error }
}
