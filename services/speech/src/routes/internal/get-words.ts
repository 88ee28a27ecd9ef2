import { marksOf, WordsQuery, WordTimes } from '@utter/contracts/http/jobs/word-times'
import { Problem } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { findWords } from '../../store/find-words.ts'

/** The times of the words of a job of any account, which jobs has looked up. */
export const getWordsForJobs: Route<Deps> = (app, { claims, guard }) => {
  app.get(
    '/internal/words/:jobId',
    {
      access: guard.internal('jobs'),
      schema: { params: z.object({ jobId: z.string() }), querystring: WordsQuery, response: { 200: WordTimes } },
    },
    async (request) => {
      const words = await findWords(claims, request.params.jobId, () => true, marksOf(request.query))
      if (!words) throw new Problem(404, 'words_not_found', 'Word timestamps not found')
      return words
    },
  )
}
