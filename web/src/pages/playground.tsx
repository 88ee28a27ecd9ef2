import { paths } from '@utter/contracts/screens'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import styled from 'styled-components'
import { RequestCard } from '../features/playground/request-card.tsx'
import { ResultCard } from '../features/playground/result-card.tsx'
import { useRun } from '../features/playground/use-run.ts'
import { useVoiceJobForm } from '../features/playground/use-voice-job-form.ts'
import type { VoiceJobValues } from '../features/playground/voice-job.ts'
import { VoiceJobForm } from '../features/playground/voice-job-form.tsx'
import { useMe } from '../features/session/me.ts'
import { logInFor } from '../features/session/next-path.ts'
import { randomId } from '../lib/browser/random-id.ts'
import { showRefused } from '../lib/checked-field.ts'
import { medium } from '../theme.ts'
import { screenTitle } from '../titles.ts'
import { Page } from '../ui/layout/page.tsx'
import { Stack } from '../ui/layout/text.tsx'

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 400px);
  align-items: start;
  gap: 16px;
  ${medium} { grid-template-columns: minmax(0, 1fr); }
`

/** Stays in view next to a long form. */
const Side = styled(Stack)`
  position: sticky;
  top: 64px;
  ${medium} { position: static; }
`

export function PlaygroundPage() {
  const me = useMe()
  const [requestId, setRequestId] = useState(randomId)
  const run = useRun({ onRefused: (error) => showRefused(form, error) })
  const form = useVoiceJobForm(run.job)
  const onSubmit = (values: VoiceJobValues) => {
    run.submit({ ...values, requestId })
    // Each submission is a request of its own.
    setRequestId(randomId())
  }
  const kind = useWatch({ control: form.control, name: 'kind' })
  const isVisitor = !me.isPending && !me.data
  return (
    <Page {...screenTitle(paths.playground)}>
      <Columns>
        <VoiceJobForm
          form={form}
          onSubmit={onSubmit}
          isRunning={run.isRunning}
          secondsLeft={run.secondsLeft}
          onCancel={run.cancel}
          logInPath={isVisitor ? logInFor(paths.playground) : undefined}
        />
        <Side>
          <ResultCard
            kind={run.kind ?? kind}
            job={run.job}
            submitted={run.submitted}
            isRunning={run.isRunning}
            written={run.written}
            live={run.live}
          />
          <RequestCard control={form.control} requestId={requestId} />
        </Side>
      </Columns>
    </Page>
  )
}
