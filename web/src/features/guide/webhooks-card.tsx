import { paths } from '@utter/contracts/screens'
import { CodeBlock } from '../../ui/data/code-block.tsx'
import { Card, CardBody, CardHead } from '../../ui/layout/card.tsx'
import { InlineCode, Sub, TextLink } from '../../ui/layout/text.tsx'
import { HeadingLink } from './section.tsx'
import { accountWebhookExample, webhookExample, workWebhookExample } from './webhook-example.ts'

/** The webhook as it arrives at the reader's own address. */
export const WebhooksCard = () => (
  <Card id="webhooks" aria-labelledby="webhooks-title">
    <CardHead>
      <hgroup>
        <h3 id="webhooks-title">
          <HeadingLink id="webhooks">Webhooks</HeadingLink>
        </h3>
        <p>On paid plans Utter posts to your address when a job has ended, so that nobody has to ask.</p>
      </hgroup>
    </CardHead>
    <CardBody>
      <Sub as="p">
        Set the address in <TextLink to={`${paths.account}#webhook`}>My Account</TextLink>, which gives you a signing
        secret. The headers <InlineCode>webhook-id</InlineCode>, <InlineCode>webhook-timestamp</InlineCode> and{' '}
        <InlineCode>webhook-signature</InlineCode> are those of Standard Webhooks: any of its libraries verifies them.
      </Sub>
      <Sub as="p">
        Answer with a 2xx status within 15 seconds. Otherwise it is tried again for a day, under the same{' '}
        <InlineCode>webhook-id</InlineCode>: one that you have seen before is the same one. An answer of 410 disables
        the webhook, and so do five days of failing.
      </Sub>
      <Sub as="p">
        <InlineCode>voiceUsed</InlineCode> and <InlineCode>provider</InlineCode> say who has spoken the job,{' '}
        <InlineCode>checked</InlineCode> how its sound was checked. Where <InlineCode>fallback</InlineCode> had another
        voice speak what a mark gave to one that was away, <InlineCode>voicesInstead</InlineCode> names both.
      </Sub>
      <Sub as="p">
        Of a work each chapter is told, <InlineCode>work.chapter.completed</InlineCode> or{' '}
        <InlineCode>work.chapter.failed</InlineCode>, then its end, <InlineCode>work.completed</InlineCode> or{' '}
        <InlineCode>work.failed</InlineCode>, and <InlineCode>work.paused</InlineCode> where no call is left. A changed
        chapter is told again, by its <InlineCode>revision</InlineCode>. The jobs that speak its parts are not.
      </Sub>
      <Sub as="p">
        Of the account itself there are <InlineCode>account.key_created</InlineCode>,{' '}
        <InlineCode>account.plan_changed</InlineCode>, <InlineCode>account.payment_failed</InlineCode>,{' '}
        <InlineCode>account.invoice_paid</InlineCode>, <InlineCode>account.calls_used</InlineCode> and{' '}
        <InlineCode>account.spending_reached</InlineCode>. Each may be turned off among the{' '}
        <TextLink to={`${paths.account}#notifications`}>notifications</TextLink> of My Account.
      </Sub>
      <CodeBlock title="Body" text={JSON.stringify(webhookExample, null, 2)} />
      <CodeBlock title="Body, of a chapter" text={JSON.stringify(workWebhookExample, null, 2)} />
      <CodeBlock title="Body, of the account" text={JSON.stringify(accountWebhookExample, null, 2)} />
    </CardBody>
  </Card>
)
