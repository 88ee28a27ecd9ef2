/** A phoneme in IPA, and the millisecond at which it ends; it begins where the one before it ends, or the word. */
export type SoundedPhoneme = { phoneme: string; endMs: number }
/** In place of a phoneme, between two of a word that was spoken as several. */
export const silence = '_'

const stress = /^[ˈˌ]$/
const letter = /^(?!\p{Lm})\p{L}$/u
/** Signs that change the letter before them: length, nasality, aspiration. */
const modifier = /^[\p{M}\p{Lm}˞]$/u
/** Two letters that are one phoneme: affricates, and the diphthongs of English. */
const pairs = new Set(['tʃ', 'dʒ', 'aɪ', 'aʊ', 'ɔɪ', 'eɪ', 'oʊ', 'əʊ', 'ɪə', 'eə', 'ʊə'])
/** Letters of eSpeak or of a voice that IPA does not have, or has two of. */
const inIpa: Record<string, string> = {
  g: 'ɡ',
  ᵻ: 'ɪ',
  ʤ: 'dʒ',
  ʧ: 'tʃ',
  ʣ: 'dz',
  ʦ: 'ts',
  ʥ: 'dʑ',
  ʨ: 'tɕ',
  ꭧ: 'tʂ',
  ε: 'ɛ',
}

/**
 * The phonemes of a word, in one inventory for every voice: a letter of IPA with the signs that change it, an affricate or a diphthong. A mark of stress
 * is none, and its time is that of the phoneme behind it.
 * @param symbols the word as its model took it, each with the millisecond at which it begins
 */
export function phonemesOf(symbols: { symbol: string; startMs: number }[], endMs: number): SoundedPhoneme[] {
  const found: { phoneme: string; startMs: number }[] = []
  let stressedMs: number | undefined
  for (const { symbol, startMs } of symbols) {
    const last = found.at(-1)
    if (stress.test(symbol)) stressedMs ??= startMs
    else if (last && modifier.test(symbol)) last.phoneme += symbol
    else if (inIpa[symbol] !== undefined || letter.test(symbol)) {
      const phoneme = inIpa[symbol] ?? symbol
      // A stress between two vowels is a boundary of syllables.
      if (last && stressedMs === undefined && pairs.has(last.phoneme + phoneme)) last.phoneme += phoneme
      else found.push({ phoneme, startMs: stressedMs ?? startMs })
      stressedMs = undefined
    }
  }
  return found.map(({ phoneme }, index) => ({
    phoneme: phoneme.normalize('NFC'),
    endMs: found[index + 1]?.startMs ?? endMs,
  }))
}

/** The phonemes of words that were spoken for one, with the silences between them. */
export function joined(words: { startMs: number; phonemes: SoundedPhoneme[] }[]): SoundedPhoneme[] {
  const all: SoundedPhoneme[] = []
  for (const { startMs, phonemes } of words) {
    if (startMs > (all.at(-1)?.endMs ?? startMs)) all.push({ phoneme: silence, endMs: startMs })
    all.push(...phonemes)
  }
  return all
}
