import { LitWords } from '../../player/words/lit-words.tsx'
import { useHeardWord } from '../../player/words/use-heard-word.ts'
import type { HeardParagraph } from './use-chapter-words.ts'

/** The text of the paragraph that is heard, with its word. */
export function HeardText({ text, heard: { words, ...listening } }: { text: string; heard: HeardParagraph }) {
  const heard = useHeardWord(words, listening)
  return <LitWords text={text} words={words} heard={heard} />
}
