import type { WordTimes } from '@utter/contracts/http/jobs/word-times'
import { planOf } from '@utter/contracts/plans'
import type { Deps } from '../../deps.ts'
import { type LinkedJob, voiceOfJob } from '../../domain/job/linked-job.ts'
import { languageOfWork } from '../works/language-of-work.ts'

type Asked = Pick<Deps, 'allowances' | 'plans' | 'voices' | 'wordTimes' | 'versions'>
type About = { words?: WordTimes | undefined; voiceName?: string | undefined; language?: string | undefined }

/** All that a page of a shared job has beside the job. While speech is unavailable it goes without words and a name. */
export async function aboutShared(deps: Asked, job: LinkedJob): Promise<About> {
  const [words, voices] = await Promise.all([
    wordsOf(deps, job).catch(() => undefined),
    deps.voices.list().catch(() => []),
  ])
  const voiceId = voiceOfJob(job)
  const language = languageOfWork(deps, { voiceId, ...(job.language !== undefined && { language: job.language }) })
  return {
    words,
    voiceName: voices.find(({ id, aliases }) => id === voiceId || aliases.includes(voiceId))?.name,
    ...(language !== 'und' && { language }),
  }
}

/** The words of a job that is shared with its texts, by the plan that its owner has now. */
async function wordsOf({ allowances, plans, wordTimes }: Asked, job: LinkedJob): Promise<WordTimes | undefined> {
  if (!job.share.text || !job.words) return undefined
  const allowance = await allowances.read(job.userId)
  if (!planOf(plans, allowance?.tier ?? 'free').wordTimestamps) return undefined
  return wordTimes.of(job.sameAs ?? job._id)
}
