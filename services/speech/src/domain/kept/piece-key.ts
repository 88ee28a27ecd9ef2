import { createHash } from 'node:crypto'
import { withWords } from '../marks/said-words.ts'
import type { SpeakRequest, Voice } from '../voice.ts'

type Asked = Pick<SpeakRequest, 'settings' | 'language' | 'normalization' | 'seed' | 'words'>

/**
 * The key of a kept piece, by all that decides its sound. Its text is what the rules of wording have made of it, so that another version of them, which words
 * it the same, finds the same sound, and no account pays for its whole work again. The texts around it are no part of it: a vendor that is told them speaks
 * the same words.
 */
export function pieceKey(
  { settings, language, normalization, seed, words = [] }: Asked,
  { id, model }: Pick<Voice, 'id' | 'model'>,
): (text: string) => string {
  const { speed = 1, ...others } = settings
  const sorted = Object.entries({ ...others, speed }).sort(([one], [other]) => (one < other ? -1 : 1))
  const asked = [id, model, sorted, language, normalization, seed]
  return (text) => {
    // The names of words that are spoken by their sounds are another beside each other text.
    const said = withWords(text, words, ({ written, phonemes }) => `\u0002${written}|${phonemes}\u0003`)
    return createHash('sha256')
      .update(JSON.stringify([...asked, said]))
      .digest('base64url')
  }
}
