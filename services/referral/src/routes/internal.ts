import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/server'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'

const Code = z.object({ code: z.string() })

/** Asked by account at a sign-up. */
export const internalRoutes: Route<Deps> = (app, { members, guard }) =>
  app.get(
    '/internal/codes/:code',
    { onRequest: guard.internal('account'), schema: { params: Code, response: { 200: Code } } },
    async ({ params }) => {
      const member = await members.byCode(params.code)
      if (!member) throw notFound('Invalid referral code')
      return { code: member.code }
    },
  )
