import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KeptAnswer, KeptQuestion } from '@utter/contracts/http/internal/speech/kept'
import type { Deps } from '../deps.ts'
import { invalidVoice } from '../domain/find-voice.ts'
import { pieceKey } from '../domain/kept/piece-key.ts'
import { readMarks } from '../domain/marks/marked-request.ts'
import { createCast } from './cast.ts'
import { lengthOfPiece, type PiecesOfJob } from './keep-pieces.ts'
import { speakerOf } from './speaker-of.ts'
import { voiceOfJob } from './voice-of-job.ts'

/** In the place of each piece, so that no voice is asked for any. */
const silence = { samples: new Float32Array(1), sampleRate: 24_000 }

/**
 * How much of a text its account has kept, as a job of a work would have it spoken: it is cut into its pieces by the same voices, which speak none of them.
 * @throws VendorError where it could not be spoken as it is
 */
export async function keptShare(
  { speech, pieces }: Pick<Deps, 'speech' | 'pieces'>,
  userId: string,
  { text, parts, voiceId, language, textNormalization: normalization, ttsSettings: settings, seed }: KeptQuestion,
  signal: AbortSignal,
): Promise<KeptAnswer> {
  if (!(await pieces.hasAny(userId))) return { hasAny: false, share: 0 }
  const marks = await readMarks(speech, { text, parts, userId }, { signal })
  const { voice, named } = await voiceOfJob(speech, { voiceId, language, userId }, { marks, signal })
  if (!voice) throw invalidVoice()
  const cast = createCast(new Map([[undefined, voice], ...marks.voices]), { marks, language })
  const charactersOf = new Map<string, number>()
  const counting: PiecesOfJob = {
    of(request, spokenBy) {
      const keyOf = pieceKey(request, spokenBy)
      return {
        spoken: (texts) => {
          for (const piece of texts) charactersOf.set(keyOf(piece), lengthOfPiece(piece, request))
          return async () => silence
        },
        owned: (chunks) => chunks,
      }
    },
  }
  const speak = speakerOf(
    { speech, mastering: { even: async ({ samples }) => samples } },
    {
      ...{ voiceId: voice === named ? voiceId : voice.id, settings, language, normalization, userId },
      ...(seed !== undefined && { seed }),
    },
    { parts, marks, cast, signal, keeping: counting },
  )
  for await (const _ of speak(text)) {
    signal.throwIfAborted()
    // No piece is waited for: others have their turn here.
    await nextTurn()
  }
  const kept = await pieces.used(userId, [...charactersOf.keys()])
  const sum = (keys: Iterable<string>) => [...keys].reduce((total, key) => total + (charactersOf.get(key) ?? 0), 0)
  return { hasAny: true, share: sum(kept) / Math.max(1, sum(charactersOf.keys())) }
}
