import { Expected, ExpectedQuery } from '@utter/contracts/http/jobs/expected'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'

/** `GET /api/stats/expected`: how long a job would take, told before it is submitted. */
export const getExpected: Route<Deps> = (app, { jobs, allowances, estimates, guard, clock }) =>
  app.get(
    '/api/stats/expected',
    {
      access: guard.required('jobs:read'),
      schema: {
        operation: {
          id: 'getExpected',
          tag: 'Jobs',
          summary: 'How long a job would take',
          description:
            'The time to the end of a job that is not submitted yet, by what its voice and the chat model took lately and by what waits: an estimate, and no promise. It costs nothing.',
          parameters: {
            kind: '`tts`, or none: the text is spoken. `reply`: a reply to it, whose length is that of the others.',
            voiceId: 'The voice that would speak it.',
            characters: 'How long the text is.',
            check: 'How its sound would be checked, as in a request.',
          },
        },
        querystring: ExpectedQuery,
        response: { 200: Expected },
      },
    },
    async (request) => {
      const { userId } = identityOf(request)
      const now = clock.now()
      const [allowance, waiting] = await Promise.all([
        allowances.read(userId),
        jobs.waitingBefore({ _id: '', userId, batch: 0, createdAt: now }),
      ])
      const isFull = waiting > 0 || (allowance !== null && allowance.active.length >= allowance.concurrency)
      const position = isFull ? waiting + 1 : 0
      return { expectedSeconds: estimates.secondsOfNext({ userId, ...request.query }, position, now), position }
    },
  )
