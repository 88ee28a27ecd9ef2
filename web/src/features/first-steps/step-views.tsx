import { useQuery } from '@tanstack/react-query'
import type { VoiceView } from '@utter/contracts/http/voices'
import { paths } from '@utter/contracts/screens'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { type MessageDescriptor, msg, t } from '../../lib/language/words.ts'
import { LinkButton } from '../../ui/form/button.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Row, TextLink } from '../../ui/layout/text.tsx'
import { Sample } from '../dashboard/sample.tsx'
import { samePlansQuery } from '../plans/queries.ts'
import { useMe } from '../session/me.ts'
import { MakeFirstJob } from './make-first-job.tsx'
import { markHeard, type StepId } from './use-first-steps.ts'

/** A link that stands alone, large enough to be hit. */
const Way = styled(TextLink)`
  display: inline-flex;
  align-items: center;
  justify-self: start;
  min-height: 32px;
`

interface StepViewProps {
  /** Undefined until the voices are read. */
  voice: VoiceView | undefined
  onMade: (jobId: string) => void
}

const Hear = ({ voice }: StepViewProps) => (
  <>
    {voice ? <Sample voice={voice} isPlayedAtOnce={false} onPlay={markHeard} /> : <Skeleton $height={72} />}
    <Way to={paths.voices}>{t('All voices')}</Way>
  </>
)

const Make = ({ voice, onMade }: StepViewProps) =>
  voice ? <MakeFirstJob key={voice.id} voice={voice} onMade={onMade} /> : <Skeleton $height={120} />

const Call = () => (
  <>
    <p>{t("A key lets your program make jobs. It is done with the key's first request.")}</p>
    <Row $gap={12}>
      <LinkButton to={`${paths.account}#keys`} isSmall>
        {t('Create a key')}
      </LinkButton>
      <Way to={paths.guide}>{t('How to call it')}</Way>
    </Row>
  </>
)

function Webhook() {
  const { data: me } = useMe()
  const plans = useQuery(samePlansQuery)
  const hasWebhooks = plans.data?.find(({ name }) => name === me?.subscriptionTier)?.webhooks ?? false
  return hasWebhooks ? (
    <>
      <p>{t('Your server is told of each job that ends, with the address of its sound.')}</p>
      <div>
        <LinkButton to={`${paths.account}#webhook`} isSmall>
          {t('Set a webhook')}
        </LinkButton>
      </div>
    </>
  ) : (
    <>
      <p>
        {t('On paid plans your server is told of each job that ends. Until then your program follows its jobs itself.')}
      </p>
      <div>
        <LinkButton to={paths.pricing} isSmall>
          {t('Plans with webhooks')}
        </LinkButton>
      </div>
    </>
  )
}

const Plan = () => (
  <>
    <p>{t('The free plan stays free. Others have more calls, batches, webhooks and jobs at once.')}</p>
    <div>
      <LinkButton to={paths.pricing} isSmall>
        {t('Compare plans')}
      </LinkButton>
    </div>
  </>
)

interface Step {
  title: MessageDescriptor
  View: (props: StepViewProps) => ReactNode
}

export const steps: Record<StepId, Step> = {
  hear: { title: msg('Hear a voice'), View: Hear },
  make: { title: msg('Make your first audio'), View: Make },
  call: { title: msg('Call it from a program'), View: Call },
  webhook: { title: msg('Be told by webhook'), View: Webhook },
  plan: { title: msg('Choose a plan'), View: Plan },
}
