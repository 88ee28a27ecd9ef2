import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { counted, grouped } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { Button } from '../../../ui/form/button.tsx'
import { CheckLine } from '../../../ui/form/check-line.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextArea } from '../../../ui/form/input.tsx'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { SourceForm, SourceHead, SourceSide } from '../../../ui/form/source-form.tsx'
import { Card, CardBody } from '../../../ui/layout/card.tsx'
import { FormAlert } from '../../../ui/layout/failure-note.tsx'
import { Stack } from '../../../ui/layout/text.tsx'
import { kindOptions } from '../../playground/job-kinds.ts'
import { VoicePicker } from '../../playground/voice-choice/voice-picker.tsx'
import { emptyVoiceJob, VoiceJobDraft, type VoiceJobValues } from '../../playground/voice-job.ts'
import { VoiceSettings } from '../../playground/voice-settings.tsx'
import { useMe } from '../../session/me.ts'
import { findVoice } from '../../voices/find-voice.ts'
import { useVoices } from '../../voices/use-voices.ts'
import { useBatchesPlan } from '../batches-plan.ts'
import { BatchPriceCard } from './batch-price-card.tsx'
import { checkList } from './check-list.ts'
import { FaultList, LineList } from './line-list.tsx'
import { type LineFault, type ReadList, readAs, readList } from './read-list.ts'
import { itemsOf } from './send-batch.ts'
import { useBatchPrice } from './use-batch-price.ts'
import type { ListSource, ListState } from './use-list.ts'
import { useSendBatches } from './use-send-batches.ts'

/** Batches that one list is sent as: each is a request of the plan's rate, ten in a minute. */
const maxBatches = 10

const none: LineFault[] = []

/** A list that is read: checked, priced, and sent. */
export function BatchForm({ state: { change, clear }, source }: { state: ListState; source: ListSource }) {
  const { plan } = useBatchesPlan()
  const { data: voices, isWhole } = useVoices()
  const { data: me } = useMe()
  const form = useForm<VoiceJobValues>({
    defaultValues: { ...emptyVoiceJob, ...VoiceJobDraft.safeParse(source.values).data },
  })
  const { setValue, control } = form
  const watched = useWatch({ control })
  const values = useStable({ ...emptyVoiceJob, ...watched } as VoiceJobValues)
  useEffect(() => change({ values }), [change, values])

  const text = useDeferredValue(source.text)
  const read = useMemo(() => readList(text, source.name), [text, source.name])
  const perCall = me?.charactersPerCall
  const { checked, faults } = useMemo(() => {
    const of = checkList(read.lines, { kind: values.kind, voices, isWhole, charactersPerCall: perCall })
    return { checked: of.checked, faults: [...read.faults, ...of.faults].sort((one, other) => one.line - other.line) }
  }, [read, values.kind, voices, isWhole, perCall])
  const size = plan?.batch || 1
  const [leftOut, setLeftOut] = useState(false)
  /** Told by the server, about just these lines. */
  const [rejected, setRejected] = useState<{ faults: LineFault[]; read: ReadList }>()
  const known = rejected?.read === read ? rejected.faults : none
  const items = useMemo(() => {
    const faulty = new Set([...faults, ...known].map(({ line }) => line))
    return itemsOf(
      checked.filter(({ line }) => !faulty.has(line)),
      values,
    )
  }, [checked, faults, known, values])
  const price = useBatchPrice(items, size, plan)
  const all = [...faults, ...known, ...price.faults]
  const faulty = new Set(price.faults.map(({ line }) => line))
  const sendable = useStable(items.filter(({ line }) => !faulty.has(line)))
  const batches = Math.ceil(sendable.length / size)
  const sending = useSendBatches(size, {
    onSent: clear,
    onRejected: (of) => setRejected({ faults: of, read }),
  })
  const isTooLong = batches > maxBatches
  const isHeld = sendable.length === 0 || isTooLong || (all.length > 0 && !leftOut)
  const choose = useCallback((voiceId: string) => setValue('voiceId', voiceId), [setValue])
  const nameOf = (voiceId: string) => findVoice(voices, voiceId)?.name ?? voiceId
  const [isSet, setIsSet] = useState(false)
  return (
    <SourceForm
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isHeld && !price.price?.refusal && !sending.isPending && sending.secondsLeft === 0) sending.send(sendable)
      }}
    >
      <Card as="div">
        <SourceHead name={source.name ?? t('Lines and voice')} otherText={t('Another list')} onOther={clear} />
        <CardBody $gap={20}>
          <Field label={t('List')} hint={hintOf(read)} aside={counted(read.lines.length, 'line')}>
            {(parts) => (
              <TextArea
                {...parts}
                dir="auto"
                rows={8}
                value={source.text}
                onChange={({ target }) => change({ text: target.value })}
              />
            )}
          </Field>
          {all.length > 0 && (
            <Stack $gap={8}>
              <FaultList faults={all} />
              <CheckLine>
                <input type="checkbox" checked={leftOut} onChange={({ target }) => setLeftOut(target.checked)} />
                {t('Leave these lines out, and send the others')}
              </CheckLine>
            </Stack>
          )}
          {isTooLong && plan && (
            <FormAlert>
              {t('Your plan takes lists of {lines} lines: {batches} batches of {size}. Send this one in parts.', {
                lines: grouped(maxBatches * size),
                batches: maxBatches,
                size,
              })}
            </FormAlert>
          )}
          {checked.length > 0 && <LineList lines={checked} nameOf={nameOf} />}
          <Segmented
            legend={t('What happens with the texts')}
            options={kindOptions()}
            value={values.kind}
            onChange={(kind) => setValue('kind', kind)}
          />
          <VoicePicker voiceId={values.voiceId} onChoose={choose} />
          {isSet ? (
            <VoiceSettings form={form} />
          ) : (
            <div>
              <Button isSmall onClick={() => setIsSet(true)}>
                {t('Voice settings')}
              </Button>
            </div>
          )}
        </CardBody>
      </Card>
      <SourceSide>
        <BatchPriceCard
          lines={sendable.length}
          batches={batches}
          plan={plan}
          state={price}
          busyText={sending.isPending ? busyText(sending) : undefined}
          secondsLeft={sending.secondsLeft}
          isDisabled={isHeld}
          act={sendable.length > 0 ? t('Send {lines}', { lines: counted(sendable.length, 'line') }) : t('Send')}
        />
      </SourceSide>
    </SourceForm>
  )
}

/** The same object for as long as its content is: what is computed from it is kept. */
function useStable<T>(value: T): T {
  const json = JSON.stringify(value)
  const [kept, setKept] = useState({ json, value })
  if (kept.json === json) return kept.value
  setKept({ json, value })
  return value
}

const hintOf = ({ format, unread }: ReadList) =>
  [t(readAs[format]), unread.length > 0 && t('Not read: {columns}.', { columns: unread.join(', ') })]
    .filter(Boolean)
    .join(' ')

function busyText({ sent, of, secondsWaited }: { sent: number; of: number; secondsWaited: number }): string {
  if (secondsWaited > 0)
    return t('{sent} of {total} sent, waiting {seconds} s...', { sent, total: of, seconds: secondsWaited })
  return of > 1 ? t('Sending batch {number} of {total}...', { number: sent + 1, total: of }) : t('Sending it...')
}
