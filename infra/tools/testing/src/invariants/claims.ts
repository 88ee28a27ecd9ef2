import { isDeleted } from './job-invariants.ts'
import type { Snapshot } from './snapshot.ts'

/** Every claim has come to a result, nothing of its request is kept with it, and what jobs shows as the reply is what chat has stored. */
export function claimViolations({ speech, chat, jobs: { jobs } }: Snapshot): string[] {
  return [
    ...[...speech, ...chat].filter(({ result }) => !result).map(({ _id }) => `the claim ${_id} was left behind`),
    ...[...speech, ...chat]
      .filter(({ result, request, turn }) => result && (request !== undefined || turn !== undefined))
      .map(({ _id }) => `the claim ${_id} has a result, and its request still`),
    ...repliesLeft(chat, jobs),
    ...jobs.flatMap(({ _id, kind, status, aiResponse, sameAs, retryOf }) => {
      if (kind !== 'reply' || status !== 'completed') return []
      const writtenFor = (id: string) => chat.find((claim) => claim._id === `${id}:chat`)?.result?.value?.text
      // A deleted job has no reply to compare with.
      if (jobs.some((job) => isDeleted(job) && (job._id === sameAs || job._id === retryOf))) return []
      // A retry from the reply asks no model: it has the reply of the job before it.
      const written = writtenFor(sameAs ?? _id) ?? (retryOf && jobs.find((job) => job._id === retryOf)?.aiResponse)
      if (written === undefined) return [`job ${_id} was completed, and chat knows of no reply`]
      return written === aiResponse ? [] : [`job ${_id} shows another reply than chat has`]
    }),
  ]
}

/** Replies of deleted jobs that are left in chat. */
const repliesLeft = (chat: Snapshot['chat'], jobs: Snapshot['jobs']['jobs']): string[] =>
  jobs
    .filter((job) => isDeleted(job) && chat.some(({ _id, result }) => _id === `${job._id}:chat` && result?.value))
    .map(({ _id }) => `job ${_id} is deleted, and chat has its reply`)
