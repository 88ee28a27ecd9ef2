import { onMessage, openTcpProxy } from '../faults/tcp-proxy.ts'
import { answerTo, commandOf, lengthOf, withBatchSize } from './mongo-wire.ts'
import { primaryOf, proxyUrl } from './primary-of.ts'
import { type Command, refusalOf } from './refusal-of.ts'

/** So that whatever reads more than two documents reads a second batch, as on large collections. */
const batchSize = 2
const badValue = { ok: 0, code: 2, codeName: 'BadValue' }

/**
 * A proxy in front of a MongoDB through which the processes and the tests of a run reach it. It answers a command that breaks the rule as
 * a MongoDB does, and every cursor's batches are of two documents.
 */
export async function watchCommands(url: string) {
  const refused: string[] = []
  const proxy = await openTcpProxy(await primaryOf(url), (client, upstream) => {
    upstream.pipe(client)
    onMessage(client, lengthOf, (message) => {
      const command = commandOf(message)
      const refusal = command && refusalOf(command)
      if (!refusal)
        return void upstream.write(hasBatches(command) ? withBatchSize(message, command, batchSize) : message)
      refused.push(refusal)
      client.write(answerTo(message, { ...badValue, errmsg: `the rule for commands: ${refusal}` }))
    })
  })
  return {
    url: proxyUrl(proxy.port),
    refused: (): readonly string[] => refused,
    /** @throws with each command that was refused: a process may have met it where no test looked */
    async close(): Promise<void> {
      await proxy.close()
      if (refused.length > 0) throw new Error(`Commands that MongoDB refuses:\n${[...new Set(refused)].join('\n')}`)
    },
  }
}

const hasBatches = (command: Command | undefined): command is Command => {
  if (!command || command.singleBatch || 'batchSize' in command) return false
  if ('find' in command) return command.limit === undefined || Number(command.limit) > batchSize
  return 'aggregate' in command || 'getMore' in command
}
