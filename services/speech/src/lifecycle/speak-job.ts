import type { DataOf } from '@utter/contracts/event'
import type { SpeechRequested } from '@utter/contracts/events/speech-requested'
import type { Checked } from '@utter/contracts/jobs'
import { VendorError } from '@utter/contracts/vendor-error'
import { isOutside } from '@utter/contracts/voice-vendors'
import type { StepContext } from '@utter/worker/worker'
import type { WorkDeps } from '../deps.ts'
import { occurrenceKeys, pieceKeys } from '../domain/live/spoken-ahead.ts'
import { levelVoices } from '../domain/marks/level-voices.ts'
import { type MarkedRequest, type Role, readMarks } from '../domain/marks/marked-request.ts'
import { type Recorded, record } from '../domain/recording.ts'
import { type SampleSpool, samplesInMemory } from '../domain/samples.ts'
import { isAway, isSpokenBadly } from '../domain/speech-vendors.ts'
import type { SpokenPieceOfVoice, Voice } from '../domain/voice.ts'
import { countFallback } from '../metrics.ts'
import { createCast } from './cast.ts'
import { checkPieces } from './check-pieces.ts'
import type { PieceKeeping } from './keep-pieces.ts'
import { notLive, type SpokenLive } from './speak-live.ts'
import { speakerOf } from './speaker-of.ts'
import { type VoiceOfJob, voiceOfJob } from './voice-of-job.ts'

type Request = DataOf<typeof SpeechRequested>
type Deps = Pick<WorkDeps, 'speech' | 'mastering' | 'hearing'>
/**
 * `checked`: how it was held against its text. `instead`: voices of its marks in whose place others have spoken, each by the id that names it.
 */
type SpokenJob = {
  spoken: Recorded
  voice: Voice | undefined
  checked: Checked
  instead: { voiceId: string; voice: Voice }[]
}
type Context = Pick<StepContext, 'signal' | 'about' | 'givesUp'> & {
  onDone(done: number): void
  pass(): Promise<void>
  onTake?: (() => void) | undefined
  live: SpokenLive
  /** Where its samples are kept; absent: in memory. */
  into?: SampleSpool
  /** Takes what was spoken of it before. */
  spokenBefore?: ((key: string) => Promise<SpokenPieceOfVoice | undefined>) | undefined
  /** Keeps its pieces, and takes those that are kept. */
  keeping?: PieceKeeping | undefined
}

/**
 * A job's text, spoken whole by its own voice and those of its marks; where the vendor of one is away and the job has a fallback, all that vendor's voices
 * have others in their place.
 * @throws VendorError of the voice whose vendor is away, where none of the others speaks; of another one that has left out a part
 */
export async function speakJob(
  { speech, mastering, hearing }: Deps,
  {
    text,
    voiceId,
    language,
    textNormalization: normalization,
    ttsSettings: settings,
    fallback,
    check,
    parts,
    seed,
    words,
  }: Request,
  { signal, about, givesUp, onDone, pass, onTake, live, into = samplesInMemory(), spokenBefore, keeping }: Context,
): Promise<SpokenJob> {
  const seeded = seed === undefined ? {} : { seed }
  // A kept piece has the times of its words for each later job.
  const timed = words || keeping ? { isTimed: true } : {}
  const asked = { voiceId, settings, language, normalization, userId: about.userId, ...seeded, ...timed }
  const isReplaced = (error: VendorError) => fallback !== undefined && isAway(error) && givesUp(error)
  const marks = await readMarks(speech, { text, parts, userId: about.userId }, { signal, isReplaced })
  // Before it is paid for: afterwards a vendor that is away would cost the recording.
  const own = await voiceOfJob(speech, asked, { marks, signal }).catch((error: unknown): VoiceOfJob => {
    signal.throwIfAborted()
    if (error instanceof VendorError && isReplaced(error)) return { unread: error }
    throw error
  })
  const isKnown = own.voice !== undefined || own.unread !== undefined
  const named = new Map<Role, Voice | undefined>([
    ...(isKnown ? [[undefined, own.voice] as const] : []),
    ...marks.voices,
  ])
  const cast = createCast(named, { marks, language })
  const replace = async (role: Role, failure: VendorError) => {
    if (!fallback || !cast.replace(role, await speech.voices(), fallback)) throw failure
  }
  let failure = own.unread ?? marks.unread
  if (failure) await replace(own.unread ? undefined : firstUnread(marks), failure)
  for (;;) {
    const last: { role?: Role; thrown?: unknown } = {}
    try {
      live.begin()
      keeping?.begin()
      const voice = cast.voiceOf(undefined)
      const keyOf = occurrenceKeys(pieceKeys(asked, voice))
      const spoken = (texts: string[]) => async (index: number) => spokenBefore?.(keyOf(texts[index] ?? ''))
      // A vendor's voice speaks nothing ahead.
      const before = spokenBefore && voice && !isOutside(voice) && { spoken }
      const speakers = { roles: [undefined, ...marks.voices.keys()], voiceOf: cast.voiceOf }
      const pieces = checkPieces({ check, language }, speakers, { hearing, signal, onTake })
      const id = voice === undefined || voice === own.named ? voiceId : voice.id
      const recorded = await record(
        speakerOf(
          { speech, mastering },
          { ...asked, ...before, voiceId: id },
          {
            ...{ parts, marks, cast, signal, keeping },
            onSpeak(role) {
              last.role = role
            },
            onFailure(error) {
              last.thrown = error
            },
          },
        ),
        {
          ...{ text, speed: settings.speed, onDone, pass, checkOf: pieces.checkOf, onTake, into },
          ...(live !== notLive && { onPiece: live.add }),
          onWhole: keeping && ((piece) => keeping.keep(piece, pieces.checked())),
        },
      )
      const replaced = cast.replaced()
      for (const one of replaced) countFallback(one.named?.provider, one.voice.provider)
      const instead = replaced.flatMap((one) =>
        one.role === undefined ? [] : [{ voiceId: one.role, voice: one.voice }],
      )
      await keeping?.end()
      await levelVoices(into, recorded.runs, (stretches) => mastering.loudness({ ...recorded, stretches }, { signal }))
      return { spoken: recorded, voice, checked: pieces.checked(), instead }
    } catch (error) {
      if (signal.aborted || !(error instanceof VendorError)) throw error
      if (cast.isReplaced(last.role)) failure = isSpokenBadly(error) ? error : (failure ?? error)
      else {
        const voice = cast.voiceOf(last.role)
        const isOfVendor = voice === undefined || isOutside(voice)
        if (last.thrown !== error || !isOfVendor || !isReplaced(error)) throw error
        failure ??= error
      }
      await replace(last.role, failure)
    }
  }
}

const firstUnread = ({ voices }: MarkedRequest): Role => [...voices].find(([, voice]) => !voice)?.[0]
