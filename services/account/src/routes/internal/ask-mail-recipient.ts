import { AskMailRecipient, MailRecipient } from '@utter/contracts/http/internal/account/mail-recipient'
import { AccountParams } from '@utter/contracts/http/internal/account-params'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { mailedLinks } from '../../domain/mailed-links.ts'
import { hashOf, newToken } from '../../domain/tokens.ts'
import { keyOf } from '../../domain/user.ts'

const outdated = () => notFound('Not the address of this account', 'recipient_changed')

/**
 * Where a mail goes, for notifier, which keeps no addresses; and the link that the mail is to hold. Only the hash of its token is kept, so that
 * the mail is the only place that has it. A 404: the account was deleted, has another address, or its address is verified.
 */
export const askMailRecipient: Route<Deps> = (app, { users, guard, publicUrl, clock }) =>
  app.post(
    '/internal/accounts/:userId/mail-recipient',
    {
      access: guard.internal('notifier'),
      schema: { params: AccountParams, body: AskMailRecipient, response: { 200: MailRecipient } },
    },
    async ({ params, body }, reply) => {
      reply.header('cache-control', 'no-store')
      const user = await users.read(params.userId)
      if (!user || (body.email !== undefined && keyOf(body.email) !== user.emailKey)) throw outdated()
      const { _id, email, username, language } = user
      const recipient = { email, username, ...(language && { language }) }
      if (!body.link) return recipient
      if (body.link === 'email-verification' && user.emailVerifiedAt) throw outdated()
      const { field, lifetimeMs, path } = mailedLinks[body.link]
      const [token, now] = [newToken(), clock.now()]
      const link = { hash: hashOf(token), expiresAt: new Date(now.getTime() + lifetimeMs) }
      if (!(await users.startMailedLink(_id, email, field, link, now))) throw outdated()
      return { ...recipient, link: new URL(`${path}${token}`, publicUrl).href }
    },
  )
