import { expect } from 'vitest'
import type { ChapterWithPast, Paragraph, PastParagraph } from '../../src/domain/works/work.ts'

type Kept = Omit<PastParagraph, 'id' | 'until'>

/** Versions that a chapter keeps, by the edits that were made of it. */
export function modelPast() {
  let kept: Kept[] = []
  return {
    /** An edit changes one paragraph at the most. */
    change(before: Paragraph[], after: Paragraph[]): void {
      for (const [at, { id: paragraphId, ...said }] of before.entries()) {
        const now = after.find(({ id }) => id === paragraphId)
        if (now?.text === said.text) continue
        const follows = at > 0 && { after: before[at - 1]?.id as string }
        kept.unshift({ paragraphId, ...said, ...follows, ...(!now && { removed: true as const }) })
      }
      while (kept.length > 100 || kept.map(({ text }) => text).join('').length > 100_000) kept = kept.slice(0, -1)
    },
    expectKept({ past = [] }: ChapterWithPast): void {
      expect(past.map(({ id: _, until: __, ...rest }) => rest)).toEqual(kept)
      expect(new Set(past.map(({ id }) => id)).size).toBe(past.length)
    },
  }
}
