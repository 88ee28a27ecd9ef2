import type { Snapshot } from './snapshot.ts'

/** Every claim has come to a result, and what jobs shows as the reply is what chat has stored. */
export function claimViolations({ speech, chat, jobs: { jobs } }: Snapshot): string[] {
  return [
    ...[...speech, ...chat].filter(({ result }) => !result).map(({ _id }) => `the claim ${_id} was left behind`),
    ...jobs.flatMap(({ _id, kind, status, aiResponse }) => {
      if (kind !== 'reply' || status !== 'completed') return []
      const written = chat.find((claim) => claim._id === `${_id}:chat`)?.result?.value?.text
      if (written === undefined) return [`job ${_id} was completed, and chat knows of no reply`]
      return written === aiResponse ? [] : [`job ${_id} shows another reply than chat has`]
    }),
  ]
}
