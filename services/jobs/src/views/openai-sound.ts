import { Readable } from 'node:stream'

const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`

/** A sound as the events that OpenAI's clients read. @param characters of the text: the measure that we have in place of tokens */
export const soundEvents = (sound: Readable, characters: number): Readable => Readable.from(eventsOf(sound, characters))

async function* eventsOf(sound: Readable, characters: number): AsyncGenerator<string> {
  for await (const bytes of sound)
    yield event({ type: 'speech.audio.delta', audio: Buffer.from(bytes as Uint8Array).toString('base64') })
  yield event({
    type: 'speech.audio.done',
    usage: { input_tokens: characters, output_tokens: 0, total_tokens: characters },
  })
}
