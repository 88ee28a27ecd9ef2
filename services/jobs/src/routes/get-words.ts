import { marksOf, WordsQuery, WordTimes } from '@utter/contracts/http/jobs/word-times'
import { identityOf } from '@utter/http/identity'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { isShown } from '../domain/job/job.ts'
import { checkWordTimestamps, wordTimesOfJob } from '../requests/word-times.ts'

/** `GET /api/jobs/:id/words`: the words of what a job has spoken, with their times. */
export const getWords: Route<Deps> = (app, deps) =>
  app.get(
    '/api/jobs/:id/words',
    {
      access: deps.guard.required('jobs:read'),
      schema: {
        operation: {
          id: 'getWords',
          tag: 'Jobs',
          summary: 'The words of a job, with their times',
          description:
            'The words of the text or the reply in their order, with their times in the mp3 in seconds. The same times as subtitles: `audioUrl` with `.srt` or `.vtt` in place of `.mp3`.',
          parameters: {
            id: 'The id of the job.',
            marks:
              '`phonemes`, `visemes`, or both with a comma between: each word has these too, with their times, where its voice tells them. Absent: the words alone.',
          },
          refusals: {
            403: 'The plan has no word timestamps.',
            404: 'There is no such job, it has no sound yet, or was submitted on a plan without word timestamps.',
          },
        },
        params: z.object({ id: z.string() }),
        querystring: WordsQuery,
        response: { 200: WordTimes },
      },
    },
    async (request) => {
      const { userId, tier } = identityOf(request)
      const job = await deps.jobs.read(userId, request.params.id)
      if (!job || !isShown(job)) throw notFound('Job not found', 'job_not_found')
      checkWordTimestamps(deps, tier)
      return wordTimesOfJob(deps, job, marksOf(request.query))
    },
  )
