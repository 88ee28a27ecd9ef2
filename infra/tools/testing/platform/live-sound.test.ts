import { randomUUID } from 'node:crypto'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { eventually } from '@utter/testing/eventually'
import { ownPlatform } from '@utter/testing/setup/provided'
import { tagBytes } from '@utter/testing/tag-bytes'
import { expect, test } from 'vitest'

const { url } = ownPlatform()
const customer = await Customer.signUp(url)
const text =
  'The train to the coast leaves at half past nine. Please have your tickets ready before you board. The doors close two minutes early. We wish you a pleasant journey, and hope to see you again.'

/** A job that is to be heard, with the event that tells that it can be. */
async function submitLive(path: '/api/tts' | '/api/reply', userText: string) {
  const jobId = jobIdOf(await customer.post(path, { userText, requestId: path, voiceId: 'default', stream: true }))
  const told = await customer.events(`/api/events/${jobId}`, {
    named: true,
    enough: (events) => events.some(({ event }) => event === 'audio'),
  })
  return { jobId, ...told.find(({ event }) => event === 'audio') }
}

test('a job with stream is heard while it is spoken, from its beginning to its end; then its address has the file', async () => {
  const { jobId, data, id } = await submitLive('/api/tts', text)
  expect([data?.live, id]).toEqual([true, ''])
  const address = new URL(String(data?.audioUrl), url)
  const live = await fetch(address)
  expect([live.status, live.headers.get('content-type'), live.headers.get('content-length')]).toEqual([
    ...[200, 'audio/mpeg', null],
  ])
  const answer = Buffer.from(await live.arrayBuffer())
  const heard = answer.subarray(tagBytes(answer))
  expect(answer.subarray(0, tagBytes(answer)).includes(Buffer.from('AI_GENERATED', 'utf16le'))).toBe(true)
  // Frames of 128 kbit/s at 48 kHz, 24 ms each.
  expect(heard.length % 384).toBe(0)
  expect(heard.subarray(0, 2).toString('hex')).toBe('fffb')

  const job = await customer.finished(jobId)
  const steps = job.timeline.map(({ step }) => step)
  expect(steps.filter((step) => step !== 'speech-progressed')).toEqual([
    ...['submitted', 'speech-started', 'audio-begun', 'completed'],
  ])
  // It is spoken in four pieces at least, each of which the encoder begins and ends with silence.
  const heardMs = (heard.length / 384) * 24
  expect(Math.abs(heardMs - (job.durationMs ?? 0))).toBeLessThanOrEqual(300)

  // The file begins with a frame of its own that tells its length.
  const file = await fetch(address)
  expect([file.status, file.headers.get('accept-ranges')]).toEqual([200, 'bytes'])
  expect(Number(file.headers.get('content-length'))).toBeGreaterThan(0)
})

test('a reply with stream is heard to its end, however early its model began', async () => {
  const { jobId, data } = await submitLive('/api/reply', 'Explain rain to a child, in three sentences.')
  const live = await fetch(new URL(String(data?.audioUrl), url))
  const heardMs = ((await live.arrayBuffer()).byteLength / 384) * 24
  const { status, durationMs, aiResponse, timeline } = await customer.finished(jobId)
  expect(status).toBe('completed')
  expect(timeline.filter(({ step }) => step === 'audio-begun')).toHaveLength(1)
  // Each of its pieces, which are no shorter than a dozen characters, begins and ends with silence of the encoder.
  expect(Math.abs(heardMs - (durationMs ?? 0))).toBeLessThanOrEqual(300 + (aiResponse?.length ?? 0) * 4)
})

test('a reply with stream is read while it is written, and each text goes on where the one before ended', async () => {
  const userText = 'Explain in three sentences how a harbour works.'
  // The model may say it in a few words, which are written at once: another reply is asked for then.
  const { events, texts } = await eventually('a reply is read in parts', async () => {
    const asked = { userText, requestId: randomUUID(), voiceId: 'joe', stream: true }
    const events = await customer.events(`/api/events/${jobIdOf(await customer.post('/api/reply', asked))}`, {
      named: true,
    })
    const texts = events.filter(({ event }) => event === 'writing').map(({ data }) => String(data.text))
    return texts.length > 1 && { events, texts }
  })
  const whole = String(events.find(({ event }) => event === 'reply')?.data.text)
  // Marks of Markdown that are still open are in a text, and in the next one no more.
  const letters = [...texts, whole].map((text) => text.replaceAll(/\P{L}/gu, ''))
  for (const [i, text] of letters.entries()) expect(text.startsWith(letters[i - 1] ?? '')).toBe(true)
  expect(events.findIndex(({ event }) => event === 'reply')).toBeGreaterThan(
    events.findLastIndex(({ event }) => event === 'writing'),
  )
})

test('a job without stream is told as before', async () => {
  const jobId = jobIdOf(await customer.post('/api/tts', { userText: text, requestId: 'not live', voiceId: 'default' }))
  const events = await customer.events(`/api/events/${jobId}`, { named: true })
  expect(events.findLast(({ event }) => event === 'message')?.data.status).toBe('completed')
  expect(events.filter(({ event }) => event === 'audio')).toEqual([])
})
