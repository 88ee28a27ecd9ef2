import { ttsDefaults } from '@utter/contracts/jobs'
import { type Control, useWatch } from 'react-hook-form'
import { t } from '../../lib/language/words.ts'
import { Card, CardBody, CardHead } from '../../ui/layout/card.tsx'
import { Caption, Mono } from '../../ui/layout/text.tsx'
import { CodeSample } from '../code-samples/code-sample.tsx'
import { jobCall } from '../code-samples/job-call.ts'

import { emptyVoiceJob, type VoiceJobValues } from './voice-job.ts'

/** The request that the form would send, as code. */
export function RequestCard({ control, requestId }: { control: Control<VoiceJobValues>; requestId: string }) {
  const values = useWatch({ control })
  const ttsSettings = { ...ttsDefaults, ...values.ttsSettings }
  const call = jobCall({ ...emptyVoiceJob, ...values, requestId, ttsSettings })
  return (
    <Card aria-labelledby="request">
      <CardHead>
        <h2 id="request">{t('Request')}</h2>
        <Caption as={Mono}>POST {call.path}</Caption>
      </CardHead>
      <CardBody>
        <CodeSample call={call} marksValues />
      </CardBody>
    </Card>
  )
}
