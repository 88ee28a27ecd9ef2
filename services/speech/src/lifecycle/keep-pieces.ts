import type { Checked } from '@utter/contracts/jobs'
import type { KeptPiece, KeptPieces, OwnPiece, WorkOf } from '../domain/kept/kept-piece.ts'
import { pieceKey } from '../domain/kept/piece-key.ts'
import { inSixteenBit } from '../domain/kept/sixteen-bit.ts'
import { withWords } from '../domain/marks/said-words.ts'
import type { SpeakRequest, SpokenBefore, SpokenChunk, Voice } from '../domain/voice.ts'

/** Sounds that are read at once, ahead of the piece that is wanted. */
const readAhead = 8

/** The pieces of a text: those that are kept, and what of the others there is to keep. */
export type PiecesOfText = {
  spoken: SpokenBefore
  /** The same chunks, each with the piece that it is. */
  owned(chunks: AsyncIterable<SpokenChunk>): AsyncIterable<SpokenChunk>
}

/** The pieces of what a voice speaks for a job. */
export type PiecesOfJob = { of(request: SpeakRequest, voice: Voice): PiecesOfText }

/** The keeping of a job's pieces. */
export type PieceKeeping = PiecesOfJob & {
  /** A recording begins: what was counted of another one counts no more. */
  begin(): void
  /** Keeps a piece that is whole, while the next one is spoken. @throws for the piece before, which could not be kept */
  keep(piece: OwnPiece, checked: Checked): Promise<void>
  /** All pieces are kept. @throws as `keep` */
  end(): Promise<void>
  /**
   * Called once there is a sound of the recording. `newCharacters`: those of its pieces that the sound of no earlier job has; `spokenCharacters`: those that
   * were spoken by this attempt.
   */
  use(): Promise<{ newCharacters: number; spokenCharacters: number }>
}

/** Characters of a piece as it is written. */
export const lengthOfPiece = (text: string, { words = [] }: Pick<SpeakRequest, 'words'>): number =>
  withWords(text, words, ({ written }) => written).length

/**
 * Takes the pieces of a job that its account has kept, and keeps the others. A fault of the store postpones the step, as one of its file does: what was kept
 * until then is not spoken again. A piece is new in the first job that has come to a sound with it, whichever has spoken it: one that was cut off counts none.
 * @param options.onKept called when a piece is kept that was not kept before
 */
export function keepPieces(
  store: Pick<KeptPieces, 'find' | 'read' | 'keep' | 'heard' | 'noteUse'>,
  { jobId, ...work }: WorkOf & { jobId: string },
  { signal, onKept }: { signal: AbortSignal; onKept(): void },
): PieceKeeping {
  let keeping = Promise.resolve()
  let spokenCharacters = 0
  const charactersOf = new Map<string, number>()
  const keptNow = new Set<string>()
  const taken = new WeakMap<Float32Array, KeptPiece>()
  const take = async (piece: KeptPiece | undefined) => {
    const sound = piece && (await store.read(piece))
    if (sound) taken.set(sound.samples, piece)
    return sound
  }
  const spokenBefore =
    (keyOf: (text: string) => string): SpokenBefore =>
    (texts) => {
      const keys = texts.map(keyOf)
      const found = store.find(work, keys)
      const reads = new Map<number, ReturnType<typeof take>>()
      const read = async (key: string) => take((await found).get(key))
      return async (index) => {
        for (const [at, key] of keys.slice(index, index + readAhead).entries()) {
          if (reads.has(index + at)) continue
          const reading = read(key)
          // It is awaited in its turn.
          reading.catch(() => {})
          reads.set(index + at, reading)
        }
        const sound = await reads.get(index)
        reads.delete(index)
        const key = keys[index] ?? ''
        if (sound || !keptNow.has(key)) return sound
        // The same sentence was spoken since this text was looked for.
        await keeping
        return take((await store.find(work, [key])).get(key))
      }
    }
  return {
    begin() {
      spokenCharacters = 0
      charactersOf.clear()
    },
    of(request, voice) {
      const keyOf = pieceKey(request, voice)
      return {
        spoken: spokenBefore(keyOf),
        async *owned(chunks) {
          for await (const chunk of chunks) {
            const { text, sampleRate, words } = chunk
            const before = taken.get(chunk.samples)
            const samples = before ? chunk.samples : inSixteenBit(chunk.samples)
            const piece = { samples, sampleRate, ...(words && { words }), ...(before && { before }) }
            yield { ...chunk, samples, own: { key: keyOf(text), characters: lengthOfPiece(text, request), ...piece } }
          }
        },
      }
    },
    async keep({ key, characters, before, ...piece }, checked) {
      if (!before) spokenCharacters += characters
      charactersOf.set(key, characters)
      if (before && (checked === 'shape' || before.checked === 'words')) return
      await keeping
      keeping = before ? store.heard(before) : store.keep(work, key, { ...piece, checked }, signal).then(onKept)
      keeping.catch(() => {})
      keptNow.add(key)
    },
    end: () => keeping,
    async use() {
      const first = await store.noteUse(work, jobId, [...charactersOf.keys()])
      return { newCharacters: first.reduce((sum, key) => sum + (charactersOf.get(key) ?? 0), 0), spokenCharacters }
    },
  }
}
