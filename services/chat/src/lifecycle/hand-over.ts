import type { WrittenAhead } from '@utter/storage/redis/replies-ahead'
import { sentencesOf } from '@utter/text/sentences/sentences'
import { speakable } from '../domain/speakable.ts'

/** Marks after which a sentence may have ended, in any script. */
const mayEnd = /[.!?。！？…।\n]/u

/**
 * Hands the sentences of a reply over as they end. A sentence has ended when another one has begun, and is handed over as it will be in the reply: where
 * the text before it turns out otherwise (a mark of Markdown that was still open), the rest is left to the step that speaks the reply.
 */
export function handOver(written: WrittenAhead, language = 'en') {
  let raw = ''
  let handed = ''
  let isOver = false
  let work = Promise.resolve()
  const enqueue = (step: () => Promise<void>) => {
    work = work.then(step).catch(() => {
      // Redis may be away: the reply is spoken once it is whole.
      isOver = true
    })
  }
  const breakOff = () => {
    if (!isOver) enqueue(written.breakOff)
    isOver = true
  }
  return {
    add(piece: string): void {
      raw += piece
      // The end of a sentence is known by what follows it.
      if (isOver || !mayEnd.test(raw.slice(-piece.length - 12))) return
      const text = speakable(raw)
      if (!text.startsWith(handed)) breakOff()
      else {
        const ended = sentencesOf(text.slice(handed.length), language).slice(0, -1)
        for (const sentence of ended) enqueue(() => written.add(sentence))
        handed += ended.join('')
      }
    },
    /** @param text of the whole reply */
    end(text: string): void {
      // A reply that was cut at its limit may end with the last sentence that was handed over.
      if (!text.startsWith(handed.trimEnd())) breakOff()
      else if (!isOver) enqueue(written.end)
    },
    breakOff,
  }
}
