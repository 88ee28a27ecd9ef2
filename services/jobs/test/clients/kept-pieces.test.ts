import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createTestIdentity } from '@utter/testing/identity'
import { expect, test } from 'vitest'
import { createKeptPiecesClient } from '../../src/clients/kept-pieces.ts'
import { newJob } from '../../src/domain/job/new-job.ts'

const settings = { stability: 0.5, similarityBoost: 0.8, style: 0.2, speakerBoost: true }
const request = {
  ...{ userText: 'Hello.', requestId: 'r', sessionId: 's', voiceId: 'one', ttsSettings: settings, language: 'de' },
}
const job = newJob('tts', 'u/1', request, 'j', new Date())

test('speech is asked for the text as it would be spoken, below the account', async () => {
  const asked: unknown[] = []
  const server = createServer(async (incoming, response) => {
    asked.push(incoming.method, incoming.url, JSON.parse(await text(incoming)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"hasAny":true,"share":0.5}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    const client = createKeptPiecesClient(`http://127.0.0.1:${port}`, createTestIdentity().signer('jobs'))
    const parts = [{ text: 'Hello.', rate: 0.8 }]
    expect(await client.shareOf({ ...job, spokenText: 'Hullo.', parts, seed: 7 })).toEqual({ hasAny: true, share: 0.5 })
    expect(asked).toEqual([
      'POST',
      '/internal/accounts/u%2F1/kept',
      { text: 'Hullo.', voiceId: 'one', ttsSettings: settings, language: 'de', seed: 7, parts },
    ])
  } finally {
    server.close()
  }
})

test('an error of speech is thrown', async () => {
  const client = createKeptPiecesClient('http://127.0.0.1:1', createTestIdentity().signer('jobs'))
  await expect(client.shareOf(job)).rejects.toThrow()
})
