import type { DataOf } from '@utter/contracts/event'
import type { SpeechRequested } from '@utter/contracts/events/speech-requested'
import type { Checked } from '@utter/contracts/jobs'
import { VendorError } from '@utter/contracts/vendor-error'
import { isOutside } from '@utter/contracts/voice-vendors'
import type { StepContext } from '@utter/worker/worker'
import type { WorkDeps } from '../deps.ts'
import { voiceOf } from '../domain/find-voice.ts'
import { voiceFor } from '../domain/language-gate.ts'
import { occurrenceKeys, pieceKeys } from '../domain/live/spoken-ahead.ts'
import { mustTake, readMarks } from '../domain/marks/marked-request.ts'
import { type Recorded, record } from '../domain/recording.ts'
import { atLimit } from '../domain/speech-vendors.ts'
import type { SpokenPieceOfVoice, Voice } from '../domain/voice.ts'
import { voicesInstead } from '../domain/voices-instead.ts'
import { countFallback } from '../metrics.ts'
import { checkPieces } from './check-pieces.ts'
import type { SpokenLive } from './speak-live.ts'
import { speakerOf } from './speaker-of.ts'

type Request = DataOf<typeof SpeechRequested>
type Deps = Pick<WorkDeps, 'speech' | 'mastering' | 'hearing'>
/** `checked`: how it was held against its text. */
type SpokenJob<By = Voice | undefined> = { spoken: Recorded; voice: By; checked: Checked }
type Context = Pick<StepContext, 'signal' | 'about' | 'givesUp'> & {
  onDone(done: number): void
  pass(): Promise<void>
  onTake?: (() => void) | undefined
  live: SpokenLive
  /** Takes what was spoken of it before. */
  spokenBefore?: ((key: string) => Promise<SpokenPieceOfVoice | undefined>) | undefined
}

/**
 * A job's text, spoken whole by one voice: by its own; or, where the vendor of that is away and the job has a fallback, by one of another provider.
 * @throws VendorError of its own voice, where none of the others speaks; of another one that has left out a part
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
  }: Request,
  { signal, about, givesUp, onDone, pass, onTake, live, spokenBefore }: Context,
): Promise<SpokenJob> {
  const seeded = seed === undefined ? {} : { seed }
  const asked = { voiceId, settings, language, normalization, userId: about.userId, ...seeded }
  const marks = await readMarks(speech, { text, parts, userId: about.userId }, signal)
  const recordBy = async <By extends Voice | undefined>(id: string, voice: By): Promise<SpokenJob<By>> => {
    live.begin()
    const keyOf = occurrenceKeys(pieceKeys(asked, voice))
    const spoken = spokenBefore && voice && { spoken: (piece: string) => spokenBefore(keyOf(piece)) }
    const voiceOf = (role: string | undefined) => (role === undefined ? voice : marks.voices.get(role))
    const speakers = { roles: [undefined, ...marks.voices.keys()], voiceOf }
    const pieces = checkPieces({ check, language }, speakers, { hearing, signal, onTake })
    const spokenWhole = await record(
      speakerOf({ speech, mastering }, { ...asked, ...spoken, voiceId: id }, { parts, marks, voice, signal }),
      {
        text,
        speed: settings.speed,
        onDone,
        pass,
        onPiece: live.add,
        checkOf: pieces.checkOf,
        onTake,
      },
    )
    return { spoken: spokenWhole, voice, checked: pieces.checked() }
  }
  let named: Voice | undefined
  try {
    // Before it is paid for: afterwards a vendor that is away would cost the recording.
    named = await voiceOf(speech, asked, signal)
    const voice =
      named && voiceFor(named, (await speech.voices()).filter(marks.takes), { voiceId, text: marks.ownText, language })
    if (voice) mustTake(voice, marks.takes)
    return await recordBy(voice === named ? voiceId : (voice?.id ?? voiceId), voice)
  } catch (error) {
    // A voice that could not be looked up is one of a vendor whose list could not be read.
    const isOfVendor = named === undefined || isOutside(named)
    if (signal.aborted || !fallback || !isOfVendor || !isAway(error) || !givesUp(error)) throw error
    const voices = voicesInstead(named, (await speech.voices()).filter(marks.takes), {
      text: marks.ownText,
      language,
      fallback,
    })
    const instead = await firstToSpeak(voices, recordBy, { signal, failure: error })
    countFallback(named?.provider, instead.voice.provider)
    return instead
  }
}

/** @param failure of the job's own voice: thrown when none of the voices speaks */
async function firstToSpeak(
  voices: Voice[],
  recordBy: (voiceId: string, voice: Voice) => Promise<SpokenJob<Voice>>,
  { signal, failure }: { signal: AbortSignal; failure: VendorError },
): Promise<SpokenJob<Voice>> {
  let thrown = failure
  for (const voice of voices) {
    try {
      return await recordBy(voice.id, voice)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof VendorError)) throw error
      if (isSpokenBadly(error)) thrown = error
    }
  }
  throw thrown
}

/**
 * Whether it is the vendor that cannot speak, and not this text or this voice. Without credit, or with a key that is refused, it speaks for nobody:
 * that is the operator's to mend, and the job would fail for good. A vendor that has no room for one more call of ours is waited for: it speaks.
 */
const isAway = (error: unknown): error is VendorError =>
  error instanceof VendorError &&
  (error.kind === 'transient'
    ? error.code !== atLimit
    : ['speech_no_credit', 'speech_not_configured'].includes(error.code))

/** Paid for: the job fails by it, or each of its attempts would pay for it again. */
const isSpokenBadly = ({ code }: VendorError) =>
  ['text_left_out', 'voice_ran_on', 'speech_incomplete', 'speech_too_long'].includes(code)
