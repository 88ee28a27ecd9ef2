import { WordTimes } from '@utter/contracts/http/jobs/word-times'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { signUpOnPlan } from '@utter/testing/customers/on-plan'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const { url } = ownPlatform()
const text = '**Good morning.** The train leaves at 9:30, and it costs $12.50. Please be there early!'

test('the words of a job have their times in its sound, and are subtitles by the signature of that', async () => {
  const customer = await signUpOnPlan(url, 'creator')
  const job = await customer.finished(jobIdOf(await customer.speak(text)))
  const { status, body } = await customer.get(`/api/jobs/${job.id}/words`)
  expect(status).toBe(200)
  const words = WordTimes.parse(body)
  const said = words.map(({ word }) => word)
  expect(said.slice(0, 4)).toEqual(['Good', 'morning', 'The', 'train'])
  expect(said.slice(-4)).toEqual(['Please', 'be', 'there', 'early'])
  // The voice itself has told them.
  expect(words.slice(0, 2).map(({ estimated }) => estimated)).toEqual([false, false])
  const seconds = words.flatMap(({ start, end }) => [start, end])
  expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
  const durationSeconds = (job.durationMs ?? 0) / 1_000
  // The sound begins and ends with a little silence.
  expect(seconds[0]).toBeGreaterThanOrEqual(0.05)
  expect(seconds.at(-1)).toBeLessThanOrEqual(durationSeconds)
  expect(seconds.at(-1)).toBeGreaterThan(durationSeconds - 1)
  // A pause follows each sentence.
  const pauses = words.flatMap(({ word, end }, index) => ((words[index + 1]?.start ?? end) - end > 0.15 ? [word] : []))
  expect(pauses).toEqual(expect.arrayContaining(['morning', '12.50']))

  const subtitles = await fetch(new URL((job.audioUrl ?? '').replace('.mp3', '.vtt'), url))
  expect([subtitles.status, subtitles.headers.get('content-type')]).toEqual([200, 'text/vtt; charset=utf-8'])
  expect(await subtitles.text()).toMatch(/^WEBVTT\n\n00:00:00\.\d{3} --> 00:00:0\d\.\d{3}\nGood morning\n/)
})

/** The events of a job with `stream` of this customer, and its words once it has ended. */
async function heard(customer: Customer, requestId: string) {
  const jobId = jobIdOf(
    await customer.post('/api/tts', { userText: `${text} ${requestId}.`, requestId, voiceId: 'joe', stream: true }),
  )
  const events = await customer.events(`/api/events/${jobId}`, { named: true })
  const told = events.flatMap(({ event, data }) => (event === 'words' ? [WordTimes.parse(data.words)] : []))
  const { body } = await customer.get(`/api/jobs/${jobId}/words`)
  return { told, body }
}

test('with marks each word has its phonemes and the shapes of the mouth, from its beginning to its end', async () => {
  const customer = await signUpOnPlan(url, 'creator')
  const job = await customer.finished(jobIdOf(await customer.speak(text)))
  const words = async (query: string) => customer.get(`/api/jobs/${job.id}/words${query}`)
  const marked = WordTimes.parse((await words('?marks=phonemes,visemes')).body)
  expect(marked.map(({ phonemes: _, visemes: __, ...word }) => word)).toEqual((await words('')).body)
  const [good] = marked
  expect(good?.phonemes?.map(({ phoneme }) => phoneme)).toEqual(['ɡ', 'ʊ', 'd'])
  expect(good?.visemes?.map(({ viseme }) => viseme)).toEqual(['k', 'u', 't'])
  // Figures too, by the words that were spoken for them.
  for (const { word, start, end, phonemes = [], visemes = [] } of marked)
    for (const marks of [phonemes, visemes]) {
      expect([word, marks[0]?.start, marks.at(-1)?.end]).toEqual([word, start, end])
      const seconds = marks.flatMap((mark) => [mark.start, mark.end])
      expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
    }
  // Pico tells none.
  const plain = await customer.finished(jobIdOf(await customer.speak(text, { voiceId: 'lucy' })))
  const { status, body } = await customer.get(`/api/jobs/${plain.id}/words?marks=phonemes`)
  expect([status, WordTimes.parse(body).filter(({ phonemes }) => phonemes)]).toEqual([200, []])
  expect(await words('?marks=lips')).toMatchObject({ status: 400, body: { details: [{ field: 'marks' }] } })
})

test('the words of a job with stream are told while it is spoken, where they are in the sound', async () => {
  const { told, body } = await heard(await signUpOnPlan(url, 'creator'), 'Of one that is heard')
  const inMp3 = WordTimes.parse(body)
  expect(told.length).toBeGreaterThan(1)
  // Each has the words of the ones before it.
  for (const [i, words] of told.entries()) expect(words.slice(0, told[i - 1]?.length ?? 0)).toEqual(told[i - 1] ?? [])
  const all = told.at(-1) ?? []
  expect(all.map(({ word }) => word)).toEqual(inMp3.map(({ word }) => word))
  expect(all.map(({ estimated }) => estimated)).toEqual(inMp3.map(({ estimated }) => estimated))
  // The encoder begins and ends each of its four pieces anew.
  const off = all.map(({ start }, i) => Math.abs(start - (inMp3[i]?.start ?? 0)))
  expect(Math.max(...off)).toBeLessThan(0.3)
})

test('the words of one of the free plan are not', async () => {
  expect((await heard(await Customer.signUp(url), 'Of one that is free')).told).toEqual([])
})

test('a job of the free plan has none, neither as words nor as subtitles', async () => {
  const customer = await Customer.signUp(url)
  const job = await customer.finished(jobIdOf(await customer.speak('Good morning.')))
  expect(await customer.get(`/api/jobs/${job.id}/words`)).toMatchObject({
    status: 403,
    body: { error: 'Word timestamps are available from the creator plan', code: 'plan_required' },
  })
  expect((await fetch(new URL((job.audioUrl ?? '').replace('.mp3', '.srt'), url))).status).toBe(403)
})
