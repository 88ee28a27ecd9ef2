import { MessageAnswer } from '@utter/contracts/http/account/user-view'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { readUnsubscribeToken } from '../mails/unsubscribe-links.ts'

const Query = z.object({ token: z.string('token must be given once').check(z.maxLength(300, 'token is too long')) })
const path = '/api/notifications/unsubscribe'

/**
 * `POST /api/notifications/unsubscribe`: by the link of a mail, without a login (RFC 8058). A person who follows it in a browser gets to the
 * settings, since programs that look through mails follow links too.
 */
export const unsubscribe: Route<Deps> = (app, { choices, erasure, hash, publicUrl, guard }) => {
  app.get(
    path,
    { exposeHeadRoute: false, access: guard.anybody, schema: { querystring: Query } },
    async ({ query }, reply) => {
      const kind = readUnsubscribeToken(hash, query.token)?.kind ?? ''
      return reply.redirect(new URL(`/account?unsubscribe=${kind}#notifications`, publicUrl).href)
    },
  )
  return app.register(async (own) => {
    // Its body, `List-Unsubscribe=One-Click`, says what the path says.
    own.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
    own.post(
      path,
      {
        access: guard.anybody,
        schema: {
          operation: {
            id: 'unsubscribe',
            tag: 'Account',
            summary: 'Turn the mails of one kind off, by the link of a mail',
            parameters: { token: 'As the link has it.' },
            refusals: { 404: 'The link is not one of ours.' },
          },
          querystring: Query,
          response: { 200: MessageAnswer },
        },
      },
      async ({ query }) => {
        const named = readUnsubscribeToken(hash, query.token)
        if (!named || (await erasure.isDeleted(named.userId)))
          throw notFound('This link is not one of ours', 'unknown_link')
        await choices.unsubscribe(named.userId, named.kind)
        return { message: 'You get no more mails of this kind' }
      },
    )
  })
}
