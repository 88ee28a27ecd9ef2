import { useMutation } from '@tanstack/react-query'
import { Answered, Submitted } from '@utter/contracts/http/jobs/job-views'
import type { VoiceView } from '@utter/contracts/http/voices'
import { isFinal } from '@utter/contracts/jobs'
import { type SubmitEvent, useState } from 'react'
import styled from 'styled-components'
import * as z from 'zod/mini'
import { randomId } from '../../lib/browser/random-id.ts'
import { useCountdown } from '../../lib/hooks/use-countdown.ts'
import { t } from '../../lib/language/words.ts'
import { HttpError, request } from '../../lib/server/http.ts'
import { toast } from '../../lib/toasts.ts'
import { TextArea } from '../../ui/form/input.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { Caption, Row } from '../../ui/layout/text.tsx'
import { announceElsewhere } from '../jobs/live/announced.ts'
import { toastRefusal } from '../session/toast-refusal.ts'
import { CallPrice } from '../usage/call-price.tsx'
import { TimeOfNext } from '../usage/time-of-next.tsx'
import { exampleIn } from './example-texts.ts'

const Answer = z.union([Submitted, Answered])

const Form = styled.form`
  display: grid;
  gap: 8px;
`

interface MakeFirstJobProps {
  voice: VoiceView
  /** The job that was made, which is followed in the list below. */
  onMade: (jobId: string) => void
}

/** A first job, without leaving the screen: a text to begin with, in the voice's language. */
export function MakeFirstJob({ voice, onMade }: MakeFirstJobProps) {
  const [userText, setText] = useState(() => exampleIn(voice.language))
  const [requestId, setRequestId] = useState(randomId)
  const countdown = useCountdown()
  const submit = useMutation({
    mutationFn: async () =>
      Answer.parse(await request('POST', '/api/tts', { body: { userText, voiceId: voice.id, requestId } })),
    onSuccess: ({ jobId, status }) => {
      setRequestId(randomId())
      if (!isFinal(status)) {
        toast({ title: t('Job submitted'), text: t('Your audio is on its way'), jobId })
        announceElsewhere([jobId])
      }
      onMade(jobId)
    },
    onError: (error) => {
      toastRefusal(error, t('Failed to process request'))
      if (error instanceof HttpError && error.retryAfterSeconds) countdown.start(error.retryAfterSeconds)
    },
  })
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (!submit.isPending && countdown.secondsLeft === 0 && userText.trim()) submit.mutate()
  }
  return (
    <Form onSubmit={send}>
      <TextArea
        aria-label={t('Text to speak')}
        dir="auto"
        rows={2}
        value={userText}
        onChange={({ target }) => setText(target.value)}
        required
      />
      <Row $gap={12}>
        <SubmitButton isBusy={submit.isPending} busyText={t('Processing...')} secondsLeft={countdown.secondsLeft}>
          {t('Speak it')}
        </SubmitButton>
        <Caption>
          <CallPrice />
          <TimeOfNext kind="tts" voiceId={voice.id} characters={userText.trim().length} />
        </Caption>
      </Row>
    </Form>
  )
}
