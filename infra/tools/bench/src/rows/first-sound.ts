import { randomUUID } from 'node:crypto'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import type { Figure } from '../measure/figure.ts'
import { inTurns, pairsOf } from '../measure/turns.ts'
import { startPlatform } from '../platform.ts'
import type { Row } from '../row.ts'

const voices = ['joe', 'af_heart']
/** Sentences of lengths that a reply has, each different, so that none is from the cache of a voice. */
const text = [
  'Good morning, and welcome to the station.',
  'The train to the coast leaves at half past nine from the second platform.',
  'Please have your tickets ready before you board, since the doors close two minutes early.',
  'We wish you a pleasant journey, and hope to see you again soon.',
  'Mind the gap between the train and the platform.',
].join(' ')
/** Asks the small model for several sentences: how many it writes is its own. */
const question = 'Tell me the story of a fox and a hen, in five sentences.'
/** Rate of the sound, an mp3 of 128 kbit/s. */
const bytesPerMs = 16

export const firstSound: Row = {
  name: 'first-sound',
  what: 'a text of five sentences as it is heard while it is spoken, and a reply as it is heard while it is written, against the whole of the same job',
  isLong: true,
  async run(context) {
    const url = await startPlatform(context, { naturalVoices: true })
    const figures: Figure[] = []
    /** Rounds of a customer of its own: a plan allows so many requests a minute. */
    const roundsOf = async (voiceId: string, isReply = false) => {
      const customer = await Customer.signUp(url)
      const heard = () => hear(customer, { voiceId, isReply })
      await heard() // Loads the model, and starts the engines.
      return inTurns(context.options.pairs, { heard }, (report) =>
        context.report(`${isReply ? 'reply' : 'text'}, ${voiceId}, ${report}`),
      )
    }
    for (const voiceId of voices) {
      const rounds = await roundsOf(voiceId)
      figures.push(firstSoundOf(voiceId, rounds), {
        ...{
          name: 'waits in between',
          variant: voiceId,
          unit: 'ms',
          kind: 'ratio',
          against: 'the length of the sound',
        },
        ...{
          goal: { max: 0.01 },
          pairs: pairsOf(
            rounds,
            ({ heard }) => heard.waitedMs,
            ({ heard }) => heard.soundMs,
          ),
        },
      })
    }
    const [quick = ''] = voices
    figures.push(firstSoundOf(`a reply, ${quick}`, await roundsOf(quick, true)))
    return { figures, notes: ['Nothing else is spoken meanwhile. The listener plays from the first frame on.'] }
  },
}

const firstSoundOf = (variant: string, rounds: { heard: Awaited<ReturnType<typeof hear>> }[]): Figure => ({
  ...{ name: 'first sound', variant, unit: 'ms', kind: 'ratio', against: 'the whole job' },
  ...{
    goal: { max: 0.4 },
    pairs: pairsOf(
      rounds,
      ({ heard }) => heard.firstMs,
      ({ heard }) => heard.wholeMs,
    ),
  },
})

/** A job as its listener hears it. `waitedMs`: for how long a player that began at the first frame had nothing to play. */
async function hear(customer: Customer, { voiceId, isReply = false }: { voiceId: string; isReply?: boolean }) {
  const beganMs = performance.now()
  const sinceMs = () => performance.now() - beganMs
  const sent = { userText: isReply ? question : text, requestId: randomUUID(), voiceId, stream: true }
  const submitted = await customer.post(isReply ? '/api/reply' : '/api/tts', sent, { 'cache-control': 'no-cache' })
  const path = `/api/events/${jobIdOf(submitted)}`
  const ended = customer.events(path).then(sinceMs)
  const told = await customer.events(path, {
    named: true,
    enough: (events) => events.some(({ event }) => event === 'audio'),
  })
  const address = told.find(({ event }) => event === 'audio')?.data.audioUrl
  const { body } = await fetch(new URL(String(address), customer.url))
  if (!body) throw new Error('The job cannot be heard')
  let firstMs = Number.NaN
  let [bytes, waitedMs] = [0, 0]
  for await (const part of body) {
    if (bytes === 0) firstMs = sinceMs()
    // The player has been silent since it had played what came before.
    else waitedMs += Math.max(0, sinceMs() - (firstMs + waitedMs + bytes / bytesPerMs))
    bytes += part.length
  }
  return { firstMs, waitedMs, soundMs: bytes / bytesPerMs, wholeMs: await ended }
}
