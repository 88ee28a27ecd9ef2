import { maxSeed } from '@utter/contracts/http/jobs/job-seed'
import { speedLimits } from '@utter/contracts/jobs'
import type { SpokenPart } from '@utter/contracts/spoken-part'
import type { WorkDeps } from '../deps.ts'
import { languageSpoken } from '../domain/language-gate.ts'
import type { MarkedRequest, Role } from '../domain/marks/marked-request.ts'
import { speakParts } from '../domain/marks/speak-parts.ts'
import { type Utterance, utterancesOf } from '../domain/marks/utterances.ts'
import { asControl } from '../domain/takes/as-control.ts'
import type { Retake, Speak, SpeakRequest } from '../domain/voice.ts'
import type { Cast } from './cast.ts'
import type { PiecesOfJob } from './keep-pieces.ts'

/** Distance of the seeds of two takes: a prime, so that they are far from those that somebody counts up. */
const seedsApart = 1_000_003

type Asked = Omit<SpeakRequest, 'text'>
type Deps = Pick<WorkDeps, 'speech'> & { mastering: Pick<WorkDeps['mastering'], 'even'> }
type Told = {
  parts: SpokenPart[] | undefined
  marks: Pick<MarkedRequest, 'textOf'>
  cast: Pick<Cast, 'voiceOf'>
  signal: AbortSignal
  keeping?: PiecesOfJob | undefined
  /** Called with each voice that begins to speak. */
  onSpeak?(role: Role): void
  /** Called with what a voice throws. */
  onFailure?(error: unknown): void
}

/** Speaker of a text for its recording, by the voice that was asked for; a text with marks also by its other voices. */
export function speakerOf(
  { speech, mastering }: Deps,
  asked: Asked,
  { parts, marks, cast: { voiceOf }, signal, keeping, onSpeak = () => {}, onFailure = () => {} }: Told,
): Speak {
  const speakAs = async function* (role: Role, request: SpeakRequest, again?: Retake) {
    onSpeak(role)
    const voice = voiceOf(role)
    const pieces = voice && keeping?.of(request, voice)
    const before = pieces && !again ? { spoken: pieces.spoken } : {}
    try {
      const chunks = speech.speak({ ...asRetake(request, again), ...before }, { signal })
      yield* pieces ? pieces.owned(chunks) : chunks
    } catch (error) {
      onFailure(error)
      throw error
    }
  }
  if (!parts) return (text, again) => speakAs(undefined, { ...asked, text }, again)
  const languageOf = (role: Role) => {
    const own = role === undefined ? asked.language : undefined
    return own ?? languageSpoken(voiceOf(role), marks.textOf(role))
  }
  const speak = ({ text, words, rate, voiceId: role }: Utterance, again?: Retake) => {
    // The language of the request is that of its own voice.
    const { language, ...others } = asked
    const speaker = role === undefined ? asked : { ...others, voiceId: voiceOf(role)?.id ?? role }
    return speakAs(
      role,
      { ...speaker, text, settings: quickened(asked.settings, rate), ...(words.length > 0 && { words }) },
      again,
    )
  }
  return speakParts(utterancesOf(parts, languageOf), speak, (clip, wanted) =>
    mastering.even(clip, { ...wanted, signal }),
  )
}

/** With the same seed a take would leave out the same part again. */
function asRetake(request: SpeakRequest, { take, control }: Retake = { take: 0 }): SpeakRequest {
  const { seed } = request
  const seeded = { ...request, ...(seed !== undefined && { seed: (seed + take * seedsApart) % (maxSeed + 1) }) }
  return control === undefined ? seeded : asControl(seeded, control)
}

function quickened(settings: Asked['settings'], rate: number): Asked['settings'] {
  if (rate === 1) return settings
  const speed = Math.min(Math.max((settings.speed ?? 1) * rate, speedLimits.min), speedLimits.max)
  return { ...settings, speed }
}
