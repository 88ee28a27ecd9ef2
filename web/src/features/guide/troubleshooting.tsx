import { useQuery } from '@tanstack/react-query'
import { unlimited } from '@utter/contracts/plans'
import { paths } from '@utter/contracts/screens'
import { grouped } from '../../lib/format/counted.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Disclosure, Disclosures } from '../../ui/layout/disclosures.tsx'
import { InlineCode, TextLink } from '../../ui/layout/text.tsx'
import { plansQuery } from '../plans/queries.ts'
import { useMe } from '../session/me.ts'

/** The most frequent problems, each with its cause and remedy. */
export function Troubleshooting() {
  const plans = useQuery(plansQuery)
  const tier = useMe().data?.subscriptionTier ?? 'free'
  const plan = plans.data?.find(({ name }) => name === tier)
  return (
    <Card as="div">
      <Disclosures>
        <Disclosure title="Rate limit exceeded" isOpen>
          <p>
            Status 429: more than {plan?.rate ?? 'your plan’s'} requests in 60 s that start work. Reading is not counted
            among them.
          </p>
          <p>
            Wait for the seconds in <InlineCode>Retry-After</InlineCode>, then send the same request again.
          </p>
        </Disclosure>
        <Disclosure title="API call limit reached">
          <p>
            Status 402: the calls of this billing period are used, and your bonus calls too. Plans with overage go on at
            their price a call, up to your spending limit.
          </p>
          <p>
            <TextLink to={paths.pricing}>Upgrade</TextLink>, or wait for the next period:{' '}
            <TextLink to={`${paths.account}#usage`}>My Account</TextLink> says when it begins. Your{' '}
            <TextLink to={paths.usage}>usage report</TextLink> tells by day, key and voice what took them, and what may
            come.
          </p>
        </Disclosure>
        <Disclosure title="Verify your email address for more calls">
          <p>
            Status 402, code <InlineCode>email_not_verified</InlineCode>: a free account has a few calls a month before
            its email address is verified. Nothing was charged.
          </p>
          <p>
            Follow the link that was mailed to you, or have it sent again in{' '}
            <TextLink to={`${paths.account}#profile`}>your profile</TextLink>: all calls of the plan are there at once.
          </p>
        </Disclosure>
        <Disclosure title="User text must be at most …">
          <p>
            Status 400: the text is longer than a call may have
            {plan && `, on the ${tier} plan ${grouped(plan.charactersPerCall)} characters`}. Nothing was charged.
          </p>
          <p>
            Send it in several calls, or <TextLink to={paths.pricing}>choose a plan</TextLink> with longer ones.
          </p>
        </Disclosure>
        <Disclosure title="Daily chat limit reached">
          <p>
            Status 429: the direct chats of this day are used
            {plan && plan.chatsPerDay !== unlimited && `, ${grouped(plan.chatsPerDay)} on the ${tier} plan`}. A day
            begins at midnight UTC. Jobs go on, and so do the questions of the{' '}
            <TextLink to={paths.chatbot}>Voice Chatbot</TextLink>, each of which is one.
          </p>
        </Disclosure>
        <Disclosure title="An answer of the Voice Chatbot is gone">
          <p>
            A conversation is kept over other screens and a reload, in this tab alone, until you begin a new one or log
            out. An answer that is on its way when you leave is made all the same, at the cost of its call, and is heard
            in the <TextLink to={paths.jobs}>Job Queue</TextLink>.
          </p>
          <p>Press Stop before you leave to cancel it: as any job it is free until speech has begun.</p>
        </Disclosure>
        <Disclosure title="Many jobs have failed">
          <p>
            In the <TextLink to={`${paths.jobs}?status=failed`}>Job Queue</TextLink> choose those that are to be made
            again: one by one, a range with Shift, or all that are shown, 200 at most. By the keyboard X chooses the row
            with the focus, and Shift X all from the last one to it.
          </p>
          <p>
            The bar below them repeats them all, by another voice too; each new job costs its call. It also cancels jobs
            that have not been spoken yet, saves sounds as one zip, and deletes, which can be undone for 8 seconds.
          </p>
        </Disclosure>
        <Disclosure title="A proof of work is needed to sign up">
          <p>
            Status 403, <InlineCode>proof_required</InlineCode>: your network has made some accounts in this hour. This
            page does the work by itself; a program solves the <InlineCode>challenge</InlineCode> of the answer with a
            library of ALTCHA (version 2, PBKDF2).
          </p>
          <p>
            Send the same sign-up again with <InlineCode>proof</InlineCode>: the base64 of the JSON{' '}
            <InlineCode>{'{challenge, solution}'}</InlineCode>. Each is taken once, within ten minutes.
          </p>
        </Disclosure>
        <Disclosure title="Invalid voice ID">
          <p>The job failed, and its call was given back: no voice has this ID or alias.</p>
          <p>
            Take an ID from <InlineCode>GET /api/voices</InlineCode>, or from the voices of the{' '}
            <TextLink to={paths.playground}>API Playground</TextLink>.
          </p>
        </Disclosure>
      </Disclosures>
    </Card>
  )
}
