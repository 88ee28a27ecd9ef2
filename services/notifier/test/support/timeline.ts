import { type Change, changesAbove } from '../../src/domain/change.ts'

/** The six versions of a job that completes; the last one is final. */
export const timeline = [0, 10, 40, 50, 70, 100].map((progress, index) => ({
  version: index + 1,
  at: new Date(1_000 * index).toISOString(),
  step: 'a-step',
  status: index === 5 ? ('completed' as const) : index === 0 ? ('pending' as const) : ('processing' as const),
  progress,
}))
export const job = { id: 'j', timeline, audioUrl: '/audio/j.mp3' }
export const changes = changesAbove('u', job, 0)

export function change(version: number): Change {
  const found = changes[version - 1]
  if (!found) throw new Error(`there is no version ${version}`)
  return found
}
