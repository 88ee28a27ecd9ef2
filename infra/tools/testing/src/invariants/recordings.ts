import type { JobRecord } from './job-invariants.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Checks for a whole recording of each completed job, its own or that of the job that it is the same as; and for none
 * without such a job, or of a deleted job that no other plays.
 *
 * Speech removes a file that no result names only when it is an hour old. A file next to the named one is therefore a
 * leftover for the sweeper where a try may have ended between the file and its result: its claim was taken over
 * (`fence` above 1), or the test has disturbed a process or a store (`disturbed`), since a claim that was given up
 * starts again with fence 1. Everywhere else it is a file without a job. A job that was cancelled, or timed out, while
 * it was spoken has a result and a file as well, which stay until the job's lifetime is over.
 */
export function recordingViolations({ jobs: { jobs }, speech, files }: Snapshot, disturbed: boolean): string[] {
  const claimOf = (jobId: string) => speech.find(({ _id }) => _id === `${jobId}:speech`)
  return [
    ...jobs.flatMap((job) => (job.status === 'completed' ? ofCompleted(job) : [])),
    ...jobs.flatMap((job) => (job.status === 'deleted' ? ofDeleted(job) : [])),
    ...files.flatMap((file) => {
      if (!file.isOfAJob) return [`the file ${file.name} belongs to no job`]
      const job = jobs.find(({ _id }) => _id === file.jobId)
      if (jobs.some(({ status, audio }) => status === 'completed' && audio?.name === file.name)) return []
      const claim = claimOf(file.jobId)
      const isNamed = claim?.result?.value?.name === file.name
      if (isNamed && job?.status === 'failed' && endedMeanwhile.includes(job.code ?? '')) return []
      if (!isNamed && (disturbed || (claim?.fence ?? 0) > 1)) return []
      return [`the file ${file.name} is named by no completed job, and nothing was disturbed`]
    }),
  ]

  /** No recording is left of a deleted job that nothing else plays. */
  function ofDeleted({ _id }: JobRecord): string[] {
    const known = claimOf(_id)?.result?.value?.name
    const isPlayed = jobs.some(({ status, sameAs }) => status === 'completed' && sameAs === _id)
    if (isPlayed) return known ? [] : [`job ${_id} is played by another job, and speech knows of no recording`]
    const file = files.find(({ jobId }) => jobId === _id)
    if (known) return [`job ${_id} is deleted, and speech knows of a recording`]
    return file && !disturbed ? [`job ${_id} is deleted, and the file ${file.name} is left`] : []
  }

  function ofCompleted({ _id, audio, sameAs = _id }: JobRecord): string[] {
    const known = claimOf(sameAs)?.result?.value?.name
    if (!known) return [`job ${_id} was completed, and speech knows of no recording`]
    if (known !== audio?.name) return [`job ${_id} names another recording than speech`]
    const file = files.find(({ name }) => name === known)
    if (!file) return [`job ${_id} was completed, and its file is gone`]
    return file.sizeBytes === audio.sizeBytes
      ? []
      : [`the file of job ${_id} has ${file.sizeBytes} bytes of ${audio.sizeBytes}`]
  }
}
const endedMeanwhile = ['cancelled', 'timed_out']
