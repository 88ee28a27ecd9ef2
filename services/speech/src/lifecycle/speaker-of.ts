import { maxSeed } from '@utter/contracts/http/jobs/job-seed'
import { speedLimits } from '@utter/contracts/jobs'
import type { SpokenPart } from '@utter/contracts/spoken-part'
import type { WorkDeps } from '../deps.ts'
import type { MarkedRequest } from '../domain/marks/marked-request.ts'
import { speakParts } from '../domain/marks/speak-parts.ts'
import { type Utterance, utterancesOf } from '../domain/marks/utterances.ts'
import type { SpeakRequest, SpokenChunk, Voice } from '../domain/voice.ts'

/** Distance of the seeds of two takes: a prime, so that they are far from those that somebody counts up. */
const seedsApart = 1_000_003

type Asked = Omit<SpeakRequest, 'text'>
type Deps = Pick<WorkDeps, 'speech' | 'mastering'>
type Marks = { parts: SpokenPart[] | undefined; marks: MarkedRequest; voice: Voice | undefined; signal: AbortSignal }

/** Speaker of a text for its recording, by the voice that was asked for; a text with marks also by its other voices. */
export function speakerOf(
  { speech, mastering }: Deps,
  asked: Asked,
  { parts, marks, voice, signal }: Marks,
): (text: string, take: number) => AsyncIterable<SpokenChunk> {
  if (!parts) return (text, take) => speech.speak({ ...asked, ...seedOfTake(asked, take), text }, { signal })
  const languageOf = (voiceId: string | undefined) =>
    voiceId === undefined ? (asked.language ?? voice?.language ?? 'en') : (marks.voices.get(voiceId)?.language ?? 'en')
  const speak = ({ text, words, rate, voiceId }: Utterance, take: number) => {
    // The language of the request is that of its own voice.
    const { language, ...others } = asked
    const speaker = voiceId === undefined ? asked : { ...others, voiceId }
    return speech.speak(
      {
        ...speaker,
        ...seedOfTake(asked, take),
        text,
        settings: quickened(asked.settings, rate),
        ...(words.length > 0 && { words }),
      },
      { signal },
    )
  }
  return speakParts(utterancesOf(parts, languageOf), speak, (clip, wanted) =>
    mastering.even(clip, { ...wanted, signal }),
  )
}

/** A take that was left out a part of comes out the same with the same seed. */
function seedOfTake({ seed }: Asked, take: number): Pick<Asked, 'seed'> {
  return seed === undefined ? {} : { seed: (seed + take * seedsApart) % (maxSeed + 1) }
}

function quickened(settings: Asked['settings'], rate: number): Asked['settings'] {
  if (rate === 1) return settings
  const speed = Math.min(Math.max((settings.speed ?? 1) * rate, speedLimits.min), speedLimits.max)
  return { ...settings, speed }
}
