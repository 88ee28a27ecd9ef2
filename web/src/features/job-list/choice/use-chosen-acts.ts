import { useQueryClient } from '@tanstack/react-query'
import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { useRef } from 'react'
import { randomId } from '../../../lib/browser/random-id.ts'
import { counted } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { toast, toastError } from '../../../lib/toasts.ts'
import { cancelJob } from '../../jobs/rows/use-cancel-job.ts'
import { isUnchanged, type TagChange, tagsAfter } from '../../jobs/tags/change-tags.ts'
import { putTags, putTagsBack } from '../../jobs/tags/put-tags.ts'
import { type RetryChoice, retryAs } from './retry-chosen.ts'
import { collectSounds } from './save-sounds.ts'
import type { Bulk, ChosenAct } from './use-bulk.ts'
import type { Choice } from './use-choice.ts'

/** Sounds of one zip. */
export const maxSounds = 100

/** The acts that send a call for each chosen job. Where all went well nothing stays chosen, else those that failed. */
export function useChosenActs(bulk: Bulk, choice: Choice) {
  const client = useQueryClient()
  /** The request ids of what was refused, for its next try. */
  const requestIds = useRef(new Map<string, string>())

  const run = async (name: ChosenAct, jobs: readonly JobRow[], act: (job: JobRow) => Promise<unknown>) => {
    const { done, failures } = await bulk.start(name, jobs, act)
    choice.keep(failures.map(({ job }) => job))
    return done
  }
  const cancel = async (jobs: readonly JobRow[]) => {
    const done = await run('cancel', jobs, ({ id }) => cancelJob(client, id))
    if (done.length > 0) toast({ title: counted(done.length, 'job cancelled', 'jobs cancelled') })
  }
  const retry = async (jobs: readonly JobRow[], how: RetryChoice) => {
    const done = await run('retry', jobs, async ({ id }) => {
      const key = `${id} ${how.voiceId} ${how.keepsReplies}`
      const requestId = requestIds.current.get(key) ?? randomId()
      requestIds.current.set(key, requestId)
      await retryAs(id, how, requestId)
      // Once it is made, the same choice means one more.
      requestIds.current.delete(key)
    })
    if (done.length > 0)
      toast({ title: counted(done.length, 'job submitted', 'jobs submitted'), text: t('Your audio is on its way') })
  }
  const save = async (jobs: readonly JobRow[]) => {
    if (jobs.length > maxSounds) {
      toastError(t('Too many for one zip'), t('Choose at most {max} jobs with a sound.', { max: maxSounds }))
      return
    }
    const sounds = collectSounds()
    const done = await run('save', jobs, sounds.fetch)
    if (done.length === 0) return
    try {
      await sounds.save(done)
    } catch {
      toastError(t('Error'), t('The zip could not be made'))
    }
  }
  const tag = async (jobs: readonly JobRow[], change: TagChange) => {
    const changed = jobs.filter(({ tags = [] }) => !isUnchanged(tags, change))
    const done = await run('tag', changed, ({ id, tags = [] }) => putTags(client, id, tagsAfter(tags, change)))
    if (done.length === 0) return
    const action = { label: t('Undo'), run: () => void putTagsBack(client, done) }
    toast({ title: counted(done.length, 'job tagged', 'jobs tagged'), action })
  }
  return { cancel, retry, save, tag }
}
