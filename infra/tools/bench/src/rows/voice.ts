import { randomUUID } from 'node:crypto'
import { AudioStored } from '@utter/contracts/events/audio-stored'
import { SpeechRequested } from '@utter/contracts/events/speech-requested'
import { StepFailed } from '@utter/contracts/events/step-failed'
import { ttsDefaults } from '@utter/contracts/jobs'
import { prepareKokoro } from '@utter/local/models/kokoro'
import { dirOf } from '@utter/local/models/prepared'
import { prepareVoice } from '@utter/local/models/voice'
import { on } from '@utter/messaging/handler'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { BenchContext } from '../bench-context.ts'
import { type Figure, medianOf } from '../measure/figure.ts'
import { oneAtATime } from '../measure/one-at-a-time.ts'
import { between, inTurns } from '../measure/turns.ts'
import { cpuMsOf } from '../measure/usage.ts'
import { openOwnBus } from '../own-bus.ts'
import { startOwn } from '../own-program.ts'
import type { Row } from '../row.ts'
import { type Service, startServices } from '../services.ts'

const voices = ['joe', 'af_heart']
const sentence = 'The harbour was quiet when the first boats came in, and nobody on the quay said a word.'
const sentences = 3
const jobTimeoutMs = 120_000

export const voice: Row = {
  name: 'voice',
  what: 'a text spoken, checked, mastered and stored by speech, in a quick and in a natural voice, against the voice alone',
  isLong: true,
  async run(context) {
    const { options, settings } = context
    const prepared = { cacheDir: settings.cacheDir, report: context.report }
    const dirs = {
      VOICE_DIR: dirOf(await prepareVoice(prepared)),
      KOKORO_DIR: dirOf(await prepareKokoro(prepared)),
    }
    const { speech } = await startServices(context, ['speech'], {
      speech: { ...dirs, SPEECH_SLOTS: '1', SPEECH_DEFAULT_VOICE: 'joe' },
    })
    const jobs = await openJobs(context)
    const figures: Figure[] = []
    for (const voiceId of voices) {
      const bare = await startOwn(context, 'bare-voice', { ...dirs, VOICE: voiceId })
      const count = options.quick ? 1 : 4
      const say = (text: string) => jobs.speak(text, voiceId)
      const sayBare = async (text: string) => {
        const answer = await fetch(bare.url, { method: 'POST', body: text, signal: AbortSignal.timeout(jobTimeoutMs) })
        return ((await answer.json()) as { seconds: number }).seconds
      }
      await say(sentence) // Loads the model, and makes its buffers.
      await sayBare(sentence)
      const rounds = await inTurns(
        options.pairs,
        // A first text, not measured, since a side that was paused may have lost its partitions.
        oneAtATime({
          ours: { programs: [speech], warm: () => say(sentence), turn: () => turn(speech, say, count) },
          bare: { programs: [bare], warm: () => sayBare(sentence), turn: () => turn(bare, sayBare, count) },
        }),
        (report) => context.report(`${voiceId}, ${report}`),
      )
      const toBare = between(rounds, 'ours', 'bare', 'the voice alone')
      figures.push(
        toBare('cpuSeconds', { name: 'processor', variant: voiceId, unit: 's/s', kind: 'ratio', goal: { max: 1.15 } }),
        toBare('p50', { name: 'p50', variant: voiceId, unit: 'ms', kind: 'ratio', goal: { max: 1.2 } }),
      )
      await bare.stop()
    }
    return {
      figures,
      notes: [
        `A text has ${sentences} sentences. s/s: processor seconds for a second of sound, of the process with its engines.`,
      ],
    }
  },
}

/** `cpuSeconds` for a second of sound, and the median time of a text in ms. */
async function turn({ pid }: Service, say: (text: string) => Promise<number>, count: number) {
  const before = cpuMsOf(pid)
  const times: number[] = []
  let seconds = 0
  for (let i = 0; i < count; i++) {
    const beganMs = performance.now()
    seconds += await say(Array(sentences).fill(sentence).join(' '))
    times.push(performance.now() - beganMs)
  }
  return { cpuSeconds: (cpuMsOf(pid) - before) / 1_000 / seconds, p50: medianOf(times) }
}

async function openJobs(context: BenchContext) {
  const bus = await openOwnBus(context)
  context.closing.defer(() => bus.close())
  const waiting = new Map<string, PromiseWithResolvers<number>>()
  await bus.broadcast([
    on(AudioStored, async ({ jobId, audio }) => waiting.get(jobId)?.resolve(audio.durationMs / 1_000)),
    on(StepFailed, async ({ jobId, error }) => waiting.get(jobId)?.reject(new Error(error))),
  ])
  return {
    /** A text by the worker, as jobs asks for it. @returns seconds of sound */
    async speak(text: string, voiceId: string): Promise<number> {
      const jobId = randomUUID()
      const ended = Promise.withResolvers<number>()
      waiting.set(jobId, ended)
      const data = { jobId, attempt: 1, text, voiceId, ttsSettings: ttsDefaults }
      await bus.publish([eventOf(SpeechRequested, { userId: randomUUID(), version: 1, lane: 'fast', data })])
      const late = AbortSignal.timeout(jobTimeoutMs)
      late.addEventListener('abort', () => ended.reject(new Error('A text was not spoken in time')))
      return ended.promise.finally(() => waiting.delete(jobId))
    },
  }
}
