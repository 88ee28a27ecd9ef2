import { buffer } from 'node:stream/consumers'
import { openHttpServer } from '../http-server.ts'
import { json, type SpeechAnswer } from './fake-speech-vendor.ts'
import { toneOf } from './tone.ts'

/** A clip that it was to hear. `said`: the words that a fake voice has put into it. */
export type HeardClip = {
  authorization: string | undefined
  fields: Record<string, string>
  wav: Uint8Array
  said: string
}

/** Values before and behind the words in a sound: as quiet as the words, and no part of a tone. */
const mark = [301, 300, 301, 300]
const wavHeader = 44

/** A tone that says these words: a fake transcriber finds them in its first samples, whose values are their letters. */
export function saidTone(words: string): Buffer {
  const letters = Buffer.from(words)
  const values = [...mark, ...letters, ...mark]
  const said = Buffer.alloc(values.length * 2)
  for (const [at, value] of values.entries()) said.writeInt16LE(value, at * 2)
  return Buffer.concat([said, toneOf(words)])
}

function wordsSaid(wav: Uint8Array): string {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength)
  const values = Array.from({ length: (wav.byteLength - wavHeader) >> 1 }, (_, at) =>
    view.getInt16(wavHeader + at * 2, true),
  )
  const marks = values.flatMap((_, at) => (mark.every((value, index) => values[at + index] === value) ? [at] : []))
  const [from = 0, to = 0] = marks
  return Buffer.from(values.slice(from + mark.length, to)).toString()
}

/**
 * As much of `POST /audio/transcriptions` as speech needs: it stands in for a transcriber that is paid for, says so in each answer, and writes down what a
 * fake voice has said.
 */
export async function openFakeTranscriber(port = 0) {
  const clips: HeardClip[] = []
  let answer: (clip: HeardClip) => SpeechAnswer = asSaid
  const server = await openHttpServer(async (incoming, response) => {
    const { method = '', url: path = '', headers } = incoming
    const raw = await buffer(incoming)
    response.setHeader('x-stand-in', 'A stand-in of a test, no vendor')
    if (`${method} ${path}` !== 'POST /v1/audio/transcriptions') return void response.writeHead(404).end('{}')
    const form = await new Response(new Uint8Array(raw), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData()
    const fields: Record<string, string> = {}
    let wav = new Uint8Array()
    for (const [name, value] of form.entries())
      if (typeof value === 'string') fields[name] = value
      else wav = new Uint8Array(await value.arrayBuffer())
    const clip = { authorization: headers.authorization, fields, wav, said: wordsSaid(wav) }
    clips.push(clip)
    await answer(clip)(response, { method, path, headers, body: {} })
  }, port)
  return {
    ...server,
    baseURL: `${server.url}/v1`,
    /** The clips, as they came. */
    clips,
    /** Sets how it answers from now on; with what was said when absent. */
    answers: (next?: SpeechAnswer) => {
      answer = next ? () => next : asSaid
    },
  }
}

const asSaid = ({ said }: HeardClip): SpeechAnswer => json(200, { text: said })
