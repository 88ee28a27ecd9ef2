import { createHash } from 'node:crypto'
import type { ChapterStatement, SoundRun, SoundStatement } from '@utter/contracts/http/provenance/statements'
import { createTagReader } from './read-tag.ts'
import type { StatementFault, Statements } from './statements.ts'

/**
 * `no_mark`: no statement of any platform is before the sound. `sound_changed`: at least a byte of it is another. `other_sound`: no part of it is that of
 * the statement. `cut_short`, `longer`: it ends earlier, or something follows it.
 */
export type SoundFault = 'no_mark' | StatementFault | 'sound_changed' | 'other_sound' | 'cut_short' | 'longer'
type Verdict = SoundStatement | ChapterStatement | SoundFault

/**
 * Whether an mp3 is one that this platform has made, byte for byte behind its tag, hashed as it comes: memory does not grow with it. Editors may
 * write other frames into the tag.
 */
export async function verifySound(
  mp3: AsyncIterable<Buffer>,
  statements: Pick<Statements, 'verify'>,
): Promise<Verdict> {
  const tag = createTagReader()
  let state: { said: Verdict; runs?: ReturnType<typeof createRuns> } | undefined
  for await (const chunk of mp3) {
    if (state) state.runs?.add(chunk)
    else {
      const rest = tag.read(chunk)
      if (!rest) continue
      const said = saidBy(tag.statement(), statements)
      state = typeof said === 'string' ? { said } : { said, runs: createRuns(said.sound) }
      state.runs?.add(rest)
    }
  }
  if (!state) return 'no_mark'
  return state.runs?.fault() ?? state.said
}

function saidBy(token: string | undefined, statements: Pick<Statements, 'verify'>): Verdict {
  if (token === undefined) return 'no_mark'
  const said = statements.verify(token)
  if (typeof said === 'string') return said
  return said.kind === 'receipt' ? 'mark_changed' : said
}

/** Bytes held against runs, one after the other. */
function createRuns(runs: SoundRun[]) {
  const results: boolean[] = []
  let hash = createHash('sha256')
  let taken = 0
  let isLonger = false
  return {
    add(chunk: Buffer): void {
      let rest = chunk
      while (rest.length > 0) {
        const run = runs[results.length]
        if (!run) {
          isLonger = true
          return
        }
        const part = rest.subarray(0, run.bytes - taken)
        hash.update(part)
        taken += part.length
        rest = rest.subarray(part.length)
        if (taken < run.bytes) return
        results.push(hash.digest('hex') === run.sha256)
        hash = createHash('sha256')
        taken = 0
      }
    },
    fault(): SoundFault | undefined {
      const isWhole = results.length === runs.length
      // A single run that differs may be any of both: it is called changed.
      if (results.length > 1 && !results.includes(true)) return 'other_sound'
      if (results.includes(false)) return results[0] === false && !isWhole ? 'other_sound' : 'sound_changed'
      if (!isWhole) return 'cut_short'
      return isLonger ? 'longer' : undefined
    },
  }
}
