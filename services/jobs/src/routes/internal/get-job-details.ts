import { DetailsById, type JobDetails, JobDetailsQuery } from '@utter/contracts/http/internal/jobs/get-job-details'
import { maxBodyBytes } from '@utter/http/limits/max-body-bytes'
import type { Route } from '@utter/http/route'
import pLimit from 'p-limit'
import type { Deps } from '../../deps.ts'

/** Accounts whose jobs are counted at the same time, for one call. */
const countsInFlight = 8

/** Replies and positions of jobs that have not ended, for the streams that follow them. */
export const getJobDetails: Route<Deps> = (app, { jobs, guard, estimates, clock }) =>
  app.post(
    '/internal/job-details',
    {
      access: guard.internal('notifier'),
      bodyLimit: maxBodyBytes.job,
      schema: { body: JobDetailsQuery, response: { 200: DetailsById } },
    },
    async ({ body }) => {
      const found = await jobs.underWay(body.jobs)
      const ofAccount = Map.groupBy(
        found.filter(({ queue }) => queue === 'waiting'),
        ({ userId }) => userId,
      )
      const counted = await pLimit(countsInFlight).map(ofAccount, ([userId, list]) =>
        jobs.waitingBeforeAll(userId, list),
      )
      const ahead = new Map(counted.flatMap((places) => [...places]))
      const details = found.map((job): [string, JobDetails] => {
        const before = ahead.get(job._id)
        const position = before === undefined ? 0 : before + 1
        const reply = job.aiResponse === undefined ? {} : { reply: job.aiResponse }
        return [job._id, { ...reply, position, expectedSeconds: estimates.secondsOf(job, position, clock.now()) }]
      })
      return Object.fromEntries(details)
    },
  )
