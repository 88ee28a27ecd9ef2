import { isShown, type Job, type Share, type ShownJob, spokenBy } from './job.ts'

/** A job that a link opens. */
export type LinkedJob = ShownJob & { share: Share; audio: NonNullable<ShownJob['audio']> }

/** Whether its link opens it: shared, with its sound, and its lifetime not over. */
export const isLinked = (job: Job, now: Date): job is LinkedJob =>
  isShown(job) &&
  job.status === 'completed' &&
  job.share !== undefined &&
  job.audio !== undefined &&
  !(job.expiresAt && job.expiresAt <= now)

/** The voice that has spoken a job, or the one that was asked for where that is not known. */
export const voiceOfJob = (job: LinkedJob): string => spokenBy(job).voiceUsed ?? job.voiceId
