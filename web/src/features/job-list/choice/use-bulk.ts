import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import pMap from 'p-map'
import { useState } from 'react'
import { t } from '../../../lib/language/words.ts'
import { sentenceOf } from '../../../lib/server/http.ts'
import { patiently } from '../../../lib/server/patiently.ts'

/** An act on the chosen jobs. */
export type ChosenAct = 'cancel' | 'retry' | 'save' | 'tag' | 'delete'

/** Calls of one act that are under way together. */
const atOnce = 4

export interface Refused {
  job: JobRow
  /** Why the act was not done with it. */
  sentence: string
}

export interface Bulk {
  /** The act under way, and how far it is. */
  run: { act: ChosenAct; done: number; total: number } | undefined
  failures: readonly Refused[]
  /** Done with each job, a failure leaves the others alone. @returns those with which it was done, in their order */
  start: (name: ChosenAct, jobs: readonly JobRow[], act: (job: JobRow) => Promise<unknown>) => Promise<Bulked>
  forget: () => void
}

interface Bulked {
  done: JobRow[]
  failures: Refused[]
}

/** An act on many jobs, a call each. */
export function useBulk(): Bulk {
  const [run, setRun] = useState<Bulk['run']>()
  const [failures, setFailures] = useState<readonly Refused[]>([])
  const start: Bulk['start'] = async (name, jobs, act) => {
    setFailures([])
    setRun({ act: name, done: 0, total: jobs.length })
    const refusals = await pMap(
      jobs,
      async (job): Promise<string | undefined> => {
        try {
          await patiently(() => act(job))
          return undefined
        } catch (error) {
          return error instanceof RangeError ? error.message : sentenceOf(error, t('Failed to process request'))
        } finally {
          setRun((present) => present && { ...present, done: present.done + 1 })
        }
      },
      { concurrency: atOnce },
    )
    setRun(undefined)
    const failed = jobs.flatMap((job, at) => {
      const sentence = refusals[at]
      return sentence === undefined ? [] : [{ job, sentence }]
    })
    setFailures(failed)
    return { done: jobs.filter((_, at) => refusals[at] === undefined), failures: failed }
  }
  return { run, failures, start, forget: () => setFailures([]) }
}
