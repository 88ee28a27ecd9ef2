import { expect, test } from 'vitest'
import { record } from '../../src/domain/recording.ts'
import type { Retake, SpokenChunk } from '../../src/domain/voice.ts'

const sampleRate = 8_000
const first = 'A sentence that is long enough to be looked at.'
const second = 'And another one, which is as long as the first.'
/** A tone that swells and fades, so that it neither is silent nor ends loud. */
const tone = (seconds: number, end = 0) =>
  Float32Array.from(
    { length: seconds * sampleRate },
    (_, i) => Math.sin(i / 3) * Math.max(end, Math.sin((Math.PI * i) / (seconds * sampleRate))),
  )
const whole = tone(3)
const cut = tone(3, 1)
const silent = new Float32Array(3 * sampleRate)
const nothing = new Float32Array()

/** A voice that speaks sentence by sentence; `takes` has what comes of each, time after time, and all others are whole. */
function voice(takes: Record<string, Float32Array[]> = {}) {
  const asked: string[] = []
  const taken: number[] = []
  const counts = new Map<string, number>()
  async function* speak(text: string, { take }: Retake = { take: 0 }): AsyncGenerator<SpokenChunk> {
    asked.push(text)
    taken.push(take)
    const sentences = text.match(/[^.]+\./g)?.map((sentence) => sentence.trim()) ?? []
    for (const [index, sentence] of sentences.entries()) {
      const before = counts.get(sentence) ?? 0
      counts.set(sentence, before + 1)
      const isLast = index === sentences.length - 1
      const done = (index + 1) / sentences.length
      yield { text: sentence, samples: takes[sentence]?.[before] ?? whole, sampleRate, pauseMs: isLast ? 0 : 500, done }
    }
  }
  return { speak, asked, taken, takesOf: (sentence: string) => counts.get(sentence) ?? 0 }
}
const quietly = (text: string) => ({ text, onDone: () => {} })

test('only the piece that is cut off or silent is spoken again, and stands in its place', async () => {
  const speaker = voice({ [second]: [cut, silent] })
  const third = 'The third one has nothing wrong with it either.'
  const text = `${first} ${second} ${third}`
  const recording = await record(speaker.speak, quietly(text))
  expect(speaker.asked).toEqual([text, second, second])
  // A seed has noise of its own for each.
  expect(speaker.taken).toEqual([0, 1, 2])
  expect([first, second, third].map(speaker.takesOf)).toEqual([1, 3, 1])
  expect(recording.samples.length).toBe(3 * whole.length + sampleRate)
  expect(recording.recordings).toBe(5)
})

test.each([
  ['cut off', cut],
  ['silent', silent],
  ['not there', nothing],
])(
  'a piece that is %s each time fails the job with a code of its own, and what follows is not spoken',
  async (_, take) => {
    const speaker = voice({ [first]: [take, take, take] })
    await expect(record(speaker.speak, quietly(`${first} ${second}`))).rejects.toMatchObject({
      kind: 'permanent',
      code: 'text_left_out',
      message: 'The voice left out a part of the text',
    })
    expect([speaker.takesOf(first), speaker.takesOf(second)]).toEqual([3, 0])
  },
)

test('a piece that is far too long each time fails the job, which says so', async () => {
  const speaker = voice({ 'On.': [tone(9), tone(9), tone(9)] })
  await expect(record(speaker.speak, quietly('On.'))).rejects.toMatchObject({
    kind: 'permanent',
    code: 'voice_ran_on',
    message: 'The voice said more than the text',
  })
})

test('a text that takes far longer than words of its length is left after the piece at which that shows', async () => {
  const text = Array.from({ length: 30 }, (_, i) => `ab ${i}.`).join(' ')
  const slow = { ...voice(), asked: 0 }
  const speak = async function* () {
    for (let i = 0; i < 30; i++) {
      slow.asked++
      yield { text: `ab ${i}.`, samples: tone(8), sampleRate, pauseMs: 0, done: (i + 1) / 30 }
    }
  }
  await expect(record(speak, quietly(text))).rejects.toMatchObject({ kind: 'permanent', code: 'speech_too_long' })
  expect(slow.asked).toBe(Math.ceil((60 + 0.4 * text.length) / 8))
})

test('pieces that each pass and together are too short for the text fail too', async () => {
  const short = Array.from({ length: 60 }, (_, i) => `Word ${i}.`)
  const blip = new Float32Array(0.15 * sampleRate)
  blip.set(tone(0.125))
  const speaker = voice(Object.fromEntries(short.map((word) => [word, [blip]])))
  const speak = async function* (text: string) {
    for await (const chunk of speaker.speak(text, { take: 0 })) yield { ...chunk, pauseMs: 0 }
  }
  await expect(record(speak, quietly(short.join(' ')))).rejects.toMatchObject({ code: 'text_left_out' })
})

test('between two pieces others may go first, and not after the last', async () => {
  const text = `${first} `.repeat(4).trim()
  const events: string[] = []
  const { speak } = voice()
  const listed = async function* (all: string) {
    for await (const chunk of speak(all, { take: 0 })) {
      events.push('piece')
      yield chunk
    }
  }
  await record(listed, { ...quietly(text), pass: async () => void events.push('pass') })
  expect(events.join(' ')).toBe('piece pass piece pass piece pass piece')
})

test('a voice that gives no sound at all is a transient fault', async () => {
  const mute = async function* (): AsyncGenerator<SpokenChunk> {}
  await expect(record(mute, quietly(first))).rejects.toMatchObject({ kind: 'transient', code: 'empty_speech' })
})

test('pieces stand one after the other with their pauses, and progress is reported in steps', async () => {
  const reported: number[] = []
  const text = `${first} `.repeat(8).trim()
  const { samples } = await record(voice().speak, { text, onDone: (done) => reported.push(done) })
  expect(samples.length).toBe(8 * whole.length + (7 * sampleRate) / 2)
  expect(reported).toEqual([0.25, 0.5, 0.75, 1])
  await record(voice().speak, { text: `${first} `.repeat(5).trim(), onDone: (done) => reported.push(done) })
  expect(reported.slice(4, 6)).toEqual([0.2, 0.4])
})

test('what was spoken when is told, without the pauses between', async () => {
  const { pieces } = await record(voice().speak, quietly(`${first} ${second}`))
  expect(pieces.map(({ text }) => text)).toEqual([first, second])
  const [one, two] = pieces
  expect(one?.startMs).toBeLessThan(100)
  expect(one?.endMs).toBeGreaterThan(2_900)
  // Three seconds, and the half second after them.
  expect((two?.startMs ?? 0) - (one?.startMs ?? 0)).toBeCloseTo(3_500)
})
