import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createTestIdentity } from '@utter/testing/identity'
import { expect, test } from 'vitest'
import { createSpeechClient } from '../../src/clients/speech.ts'

/** A speech service that gives these answers, one after the other. */
async function speechThat(...answers: [status: number, body: string][]) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const [status, body] = answers.shift() ?? [500, '']
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const client = createSpeechClient(`http://127.0.0.1:${port}`, createTestIdentity().signer('jobs'))
  return { client, asked, [Symbol.asyncDispose]: async () => void server.close() }
}
const never = new AbortController().signal

test('the stored mp3, or another form of it', async () => {
  await using speech = await speechThat([200, 'mp3'], [200, 'wav'])
  const sounds = [
    await speech.client.sound('j1', never),
    await speech.client.sound('j1', never, { format: 'wav', tempo: 2 }),
  ]
  expect(await Promise.all(sounds.map((sound) => sound && text(sound)))).toEqual(['mp3', 'wav'])
  expect(speech.asked).toEqual(['/internal/audio/j1', '/internal/audio/j1/wav?tempo=2'])
})

test('while the share of its account is taken it is asked for again', async () => {
  await using speech = await speechThat([429, ''], [429, ''], [200, 'flac'])
  const sound = await speech.client.sound('j1', never, { format: 'flac', tempo: 1 })
  expect(sound && (await text(sound))).toBe('flac')
})

test('none where there is none any more, and 503 where speech fails', async () => {
  await using speech = await speechThat([404, ''], [500, ''])
  expect(await speech.client.sound('j1', never)).toBeUndefined()
  await expect(speech.client.sound('j1', never)).rejects.toMatchObject({ status: 503 })
})

test('a sound while it is spoken, in another form', async () => {
  await using speech = await speechThat([200, 'samples'])
  const live = await speech.client.live('j1', never, { format: 'pcm', tempo: 2 })
  expect([live && (await text(live)), speech.asked]).toEqual(['samples', ['/internal/live/j1?format=pcm&tempo=2']])
})

test('a sound while it is spoken; none where it cannot be heard, or speech fails', async () => {
  await using speech = await speechThat([200, 'frames'], [404, ''], [500, ''])
  const live = await speech.client.live('j1', never)
  expect(live && (await text(live))).toBe('frames')
  expect([await speech.client.live('j1', never), await speech.client.live('j1', never)]).toEqual([undefined, undefined])
  expect(speech.asked).toEqual(Array(3).fill('/internal/live/j1'))
})
