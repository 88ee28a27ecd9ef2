import type { JobKind } from '@utter/contracts/http/jobs/batch'
import { paths } from '@utter/contracts/screens'
import { useCallback } from 'react'
import { type Control, type UseFormReturn, useWatch } from 'react-hook-form'
import styled from 'styled-components'
import { isComposing } from '../../lib/browser/is-composing.ts'
import { checkedField } from '../../lib/checked-field.ts'
import { grouped } from '../../lib/format/counted.ts'
import { t } from '../../lib/language/words.ts'
import { lazyView } from '../../lib/lazy-view.tsx'
import { ariaWithCommand, withCommand } from '../../lib/shortcuts.ts'
import { narrow } from '../../theme.ts'
import { Button, LinkButton } from '../../ui/form/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Input, TextArea } from '../../ui/form/input.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { Optional } from '../../ui/layout/boundary.tsx'
import { Card, CardBody, CardFoot, CardHead } from '../../ui/layout/card.tsx'
import { Caption, TextLink } from '../../ui/layout/text.tsx'
import { charactersOf } from '../jobs/marks/characters-of.ts'
import { useMe } from '../session/me.ts'
import { CallPrice } from '../usage/call-price.tsx'
import { TimeOfNext } from '../usage/time-of-next.tsx'
import { aboutKind, kindOptions } from './job-kinds.ts'
import { VoicePicker } from './voice-choice/voice-picker.tsx'
import type { VoiceJobValues } from './voice-job.ts'
import { VoiceSettings } from './voice-settings.tsx'

/** Fetched when a reply is chosen; the form does without it. */
const smallModel = lazyView(
  async () => (await import('../settings/small-model.tsx')).SmallModel,
  () => {},
)

/** The act stays in reach however long the form is. */
const Foot = styled(CardFoot)`
  position: sticky;
  bottom: 0;
  z-index: 2;
  border-radius: 0 0 var(--r-4) var(--r-4);
  background: var(--surface);
`

const Shortcut = styled(Caption)`
  margin-left: auto;
  ${narrow} { display: none; }
`

/** Fetched with the fields that are there where the text is SSML. */
const ssmlCount = lazyView(async () => (await import('./more-fields.tsx')).SsmlCount)

/** The length of the text without its marks. A component of its own, so that typing renders nothing else again. @param ofRoute that no plan goes beyond */
function TextCounter({ control, ofRoute }: { control: Control<VoiceJobValues>; ofRoute: number }) {
  const [kind, text, ssml] = useWatch({ control, name: ['kind', 'userText', 'ssml'] })
  const isSpoken = kind === 'tts'
  const count = isSpoken ? charactersOf(text) : text.length
  return (
    <span>
      {isSpoken && !ssml && count > ofRoute && (
        <>
          <TextLink to={paths.newWork}>{t('Make it a work')}</TextLink>{' '}
        </>
      )}
      {isSpoken && ssml ? (
        <Optional part={ssmlCount} resetKey={text}>
          <ssmlCount.View text={text} />
        </Optional>
      ) : (
        grouped(count)
      )}{' '}
      / {grouped(Math.min(ofRoute, useMe().data?.charactersPerCall ?? ofRoute))}
    </span>
  )
}

/** A component of its own, as the counter is. */
function TimeOfForm({ control }: { control: Control<VoiceJobValues> }) {
  const [kind, text, voiceId, check] = useWatch({ control, name: ['kind', 'userText', 'voiceId', 'check'] })
  return <TimeOfNext kind={kind} voiceId={voiceId} characters={charactersOf(text.trim())} check={check} />
}

/** Writes into the Voice ID field, which holds the true value. */
function VoiceChoice({ form }: { form: UseFormReturn<VoiceJobValues> }) {
  const voiceId = useWatch({ control: form.control, name: 'voiceId' })
  const { setValue, clearErrors } = form
  const choose = useCallback(
    (chosen: string) => {
      setValue('voiceId', chosen, { shouldDirty: true })
      clearErrors('voiceId')
    },
    [setValue, clearErrors],
  )
  return <VoicePicker voiceId={voiceId} onChoose={choose} />
}

interface VoiceJobFormProps {
  form: UseFormReturn<VoiceJobValues>
  onSubmit: (values: VoiceJobValues) => void
  isRunning: boolean
  secondsLeft: number
  /** Undefined while there is nothing that could be cancelled. */
  onCancel: (() => void) | undefined
  /** Where a visitor logs in; absent for a person who is. */
  logInPath: string | undefined
}

export function VoiceJobForm({ form, onSubmit, isRunning, secondsLeft, onCancel, logInPath }: VoiceJobFormProps) {
  const { control, formState } = form
  const { errors } = formState
  const kind = useWatch({ control, name: 'kind' })
  const about = aboutKind[kind]
  const chooseKind = (chosen: JobKind) => {
    form.setValue('kind', chosen, { shouldDirty: true })
    // A text that is too long for the one may do for the other.
    if (errors.userText) void form.trigger('userText')
  }
  const canSubmit = !isRunning && secondsLeft === 0 && logInPath === undefined
  return (
    <Card
      as="form"
      noValidate
      onSubmit={(event) => (canSubmit ? form.handleSubmit(onSubmit)(event) : event.preventDefault())}
      onKeyDown={(event) => {
        const isEnter = event.key === 'Enter' && !isComposing(event.nativeEvent)
        if (isEnter && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
    >
      <CardHead>
        <h2>{t('Voice job')}</h2>
        <Caption>
          <CallPrice />
          <TimeOfForm control={control} />
        </Caption>
      </CardHead>
      <CardBody $gap={20}>
        <Segmented
          legend={t('What happens with the text')}
          options={kindOptions()}
          value={kind}
          onChange={chooseKind}
        />
        <Field
          label={t('User text')}
          hint={t(about.hint)}
          error={errors.userText?.message}
          aside={<TextCounter control={control} ofRoute={about.maxText} />}
        >
          {(parts) => <TextArea rows={4} {...parts} {...checkedField(form, 'userText')} />}
        </Field>
        {kind === 'reply' && (
          <Optional part={smallModel} resetKey={kind}>
            <smallModel.View />
          </Optional>
        )}
        <VoiceChoice form={form} />
        <Field
          label={t('Voice ID')}
          hint={t('Choose above, or paste the ID of any voice you own.')}
          error={errors.voiceId?.message}
        >
          {(parts) => (
            <Input $isMono autoComplete="off" spellCheck={false} {...parts} {...checkedField(form, 'voiceId')} />
          )}
        </Field>
        <VoiceSettings form={form} />
      </CardBody>
      <Foot>
        {logInPath ? (
          <LinkButton look="primary" to={logInPath}>
            {t('Log in to try it')}
          </LinkButton>
        ) : (
          <SubmitButton
            isBusy={isRunning}
            busyText={t('Processing...')}
            secondsLeft={secondsLeft}
            aria-keyshortcuts={ariaWithCommand('Enter')}
          >
            {t('Submit Request')}
          </SubmitButton>
        )}
        {onCancel && (
          <Button look="ghost" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        )}
        {!logInPath && <Shortcut>{withCommand('Enter')}</Shortcut>}
      </Foot>
    </Card>
  )
}
