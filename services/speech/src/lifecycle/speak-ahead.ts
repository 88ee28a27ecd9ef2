import { randomUUID } from 'node:crypto'
import { maxLiveCharacters } from '@utter/contracts/jobs'
import { isOutside } from '@utter/contracts/voice-vendors'
import type { ReplyAhead } from '@utter/storage/redis/replies-ahead'
import { pausesMs } from '@utter/text/sentences/pauses'
import type { AheadDeps } from '../deps.ts'
import { voiceOf } from '../domain/find-voice.ts'
import { voiceFor } from '../domain/language-gate.ts'
import { occurrenceKeys, pieceKeys } from '../domain/live/spoken-ahead.ts'
import { type RecordedPiece, record } from '../domain/recording.ts'
import type { SpokenChunk, SpokenPieceOfVoice } from '../domain/voice.ts'
import { type Heard, speakLive } from './speak-live.ts'
import { tellWords } from './tell-words.ts'

/** Less than the time for which a sentence is held. */
const holdEveryMs = 300

/**
 * Speaks the sentences of a reply while it is written, by a voice of this machine, behind all other work: it can be heard from the first on, and the step that
 * speaks the reply takes the pieces. There is no claim and no report but that it can be heard: whatever fails here ends with the live sound.
 * @param onAudible called when the first sentence can be heard
 */
export async function speakAhead(
  { speech, mastering, liveSounds, spokenAhead, publish }: AheadDeps,
  reply: ReplyAhead,
  sentences: AsyncIterable<string>,
  { signal, onAudible }: { signal: AbortSignal; onAudible(): void },
): Promise<void> {
  const { jobId, userId, voiceId, ttsSettings: settings, language, textNormalization: normalization } = reply
  const asked = { voiceId, settings, language, normalization, userId }
  let text = ''
  const tell = reply.words && tellWords({ publish }, reply, userId)
  const onHeard = tell ? (heard: Heard) => tell(heard, text, language) : undefined
  const live = speakLive({ liveSounds, mastering }, { jobId, userId, by: 'ahead' }, { signal, onAudible, onHeard })
  let begun: { id: string; keyOf: (text: string) => string } | undefined
  const hold = () => void spokenAhead.hold(jobId).catch(() => {})
  const holding = setInterval(hold, holdEveryMs)
  try {
    for await (const sentence of sentences) {
      if (!begun) {
        const named = await voiceOf(speech, asked, signal)
        // A vendor outside would be paid twice for a reply that is written again.
        if (!named || isOutside(named)) return
        const voice = voiceFor(named, await speech.voices(), { voiceId, text: sentence, language })
        begun = { id: voice.id, keyOf: occurrenceKeys(pieceKeys(asked, voice)) }
        live.begin()
      }
      text += sentence
      // A long text is heard by nobody as it is spoken.
      if (text.length > maxLiveCharacters) throw new Error('The reply is long')
      const { id, keyOf } = begun
      hold()
      const speak = (text: string) =>
        withPause(speech.speak({ ...asked, text, voiceId: id, whenIdle: true }, { signal }), sentence)
      const spoken: [RecordedPiece, SpokenPieceOfVoice & { text: string }][] = []
      const onPiece = (...piece: (typeof spoken)[number]) => void spoken.push(piece)
      await record(speak, { text: sentence, speed: settings.speed, onDone() {}, onPiece })
      for (const [piece, { text: said, ...sound }] of spoken) {
        const take = randomUUID()
        // Kept before it is heard, so that the step has all that was heard.
        await spokenAhead.put(jobId, keyOf(said), { ...sound, take })
        live.add({ ...piece, take })
      }
    }
    live.leave()
  } catch (error) {
    live.breakOff()
    throw error
  } finally {
    clearInterval(holding)
    await spokenAhead.leave(jobId).catch(() => {})
  }
}

/** A sentence that others follow ends in a pause. */
async function* withPause(chunks: AsyncIterable<SpokenChunk>, sentence: string): AsyncGenerator<SpokenChunk> {
  const behind = sentence.includes('\n') ? pausesMs.paragraph : pausesMs.sentence
  for await (const chunk of chunks) yield chunk.done === 1 ? { ...chunk, pauseMs: behind } : chunk
}
