import type { SpokenChunk } from '@utter/speech/domain/voice'
import { withFault, wordFaults } from '@utter/testing/faults/word-faults'
import { randomOf } from '@utter/testing/seeded-random'
import { completenessTexts } from './texts.ts'

/** The shortest word that a fault is made in: shorter ones, such as an article, are within what two takes differ by. */
const minMs = 120
const voiceId = 'joe'

type Checked = { voiceId: string; text: string; first(take: SpokenChunk): Float32Array | undefined }
type Options = {
  seed: number
  takeOf(voiceId: string, text: string): Promise<SpokenChunk>
  /** Speaks a text whose first take has what `first` makes of it, and checks it. @returns how often it was spoken */
  takesOf(checked: Checked): Promise<number>
  /** Takes of a text that is found to be whole at once. */
  takesOfWhole: number
}

/** Makes so many faults in a word, of each kind in turn, in a real voice. @returns those for which nothing was spoken again */
export async function missedFaults(count: number, { seed, takeOf, takesOf, takesOfWhole }: Options): Promise<string[]> {
  const random = randomOf(seed)
  const missed: string[] = []
  let [made, turn] = [0, 0]
  const other = await takeOf(voiceId, 'Nobody believed the story until they saw the photograph.')
  while (made < count) {
    const [text, fault] = [completenessTexts[turn % completenessTexts.length], wordFaults[turn % wordFaults.length]]
    turn++
    if (text === undefined || fault === undefined) continue
    let isMade = false
    const first = (take: SpokenChunk) => {
      const samples = withFault(take, fault, { other, random, minMs })
      isMade = samples !== undefined
      return samples
    }
    const takes = await takesOf({ voiceId, text, first })
    if (!isMade) continue
    made++
    if (takes === takesOfWhole) missed.push(`${fault}: ${text}`)
  }
  return missed
}
