import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestIdentity } from '@utter/testing/identity'
import { expect, test } from 'vitest'
import { createWordTimesClient } from '../../src/clients/word-times.ts'

/** A speech service that gives this answer. */
async function speechThat(status: number, body: unknown) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const client = createWordTimesClient(`http://127.0.0.1:${port}`, createTestIdentity().signer('jobs'))
  return { client, asked, [Symbol.asyncDispose]: async () => void server.close() }
}

test('the words as speech has them', async () => {
  const words = [{ word: 'Good', start: 0.05, end: 0.3, estimated: true }]
  await using speech = await speechThat(200, words)
  expect(await speech.client.of('j/1')).toEqual(words)
  expect(await speech.client.of('j/1', ['phonemes', 'visemes'])).toEqual(words)
  expect(speech.asked).toEqual(['/internal/words/j%2F1', '/internal/words/j%2F1?marks=phonemes,visemes'])
})

test('none where the job has none, and 503 where speech fails or answers something else', async () => {
  await using none = await speechThat(404, {})
  expect(await none.client.of('j')).toBeUndefined()
  for (const answer of [await speechThat(500, {}), await speechThat(200, [{ word: 7 }])]) {
    await using speech = answer
    await expect(speech.client.of('j')).rejects.toMatchObject({ status: 503 })
  }
})
