import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { maxSpendingDollars, SetSpendingLimit, SpendingLimit } from '@utter/contracts/http/jobs/usage'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showRefused } from '../../lib/checked-field.ts'
import { dollars } from '../../lib/format/money.ts'
import { useCountdown } from '../../lib/hooks/use-countdown.ts'
import { msg, t } from '../../lib/language/words.ts'
import { HttpError, request, sentenceOf } from '../../lib/server/http.ts'
import { toast } from '../../lib/toasts.ts'
import { Field } from '../../ui/form/field.tsx'
import { Input } from '../../ui/form/input.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Dialog, DialogForm } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import { accountChanged } from '../session/me.ts'
import { toastRefusal } from '../session/toast-refusal.ts'

export interface SpendingLimitDialogProps {
  isOpen: boolean
  onClose: () => void
  /** US dollars. */
  present: number
  /** US dollars, as much as may be set. */
  max: number
  /** US dollars a month; unknown while the plans could not be read. */
  planPrice: number | undefined
}

const failure = msg('Unable to change the spending limit')

export function SpendingLimitDialog(props: SpendingLimitDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      isBusy={isBusy}
      title={t('Spending limit')}
      text={t('What the calls past your limit may cost in a billing period. New jobs are refused once it is reached.')}
    >
      {/* The content of a dialog is mounted again each time that it opens. */}
      <SpendingLimitForm {...props} onBusy={setIsBusy} />
    </Dialog>
  )
}

function useChange(onChanged: () => void, onBusy: (isBusy: boolean) => void) {
  const client = useQueryClient()
  const countdown = useCountdown()
  const mutation = useMutation({
    mutationFn: async (body: SetSpendingLimit) =>
      SpendingLimit.parse(await request('PUT', '/api/usage/spending-limit', { body })),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: ({ spendingLimit }) => {
      toast({
        title: t('Spending limit changed'),
        text: t('Overage may cost {limit} in a billing period', { limit: dollars(spendingLimit) }),
      })
      void accountChanged(client)
      onChanged()
    },
    onError: (error) => {
      toastRefusal(error, t(failure))
      if (error instanceof HttpError && error.retryAfterSeconds) countdown.start(error.retryAfterSeconds)
    },
  })
  return { ...mutation, secondsLeft: countdown.secondsLeft }
}

type FormProps = SpendingLimitDialogProps & { onBusy: (isBusy: boolean) => void }

/** An empty field is no number. */
const amountIn = (text: unknown): unknown => (typeof text === 'string' ? Number(text.trim() || Number.NaN) : text)

function SpendingLimitForm({ onClose, present, max, planPrice, onBusy }: FormProps) {
  const [isPlansPrice, setIsPlansPrice] = useState(present === planPrice)
  const form = useForm({ resolver: zodResolver(SetSpendingLimit), defaultValues: { dollars: present } })
  const change = useChange(onClose, onBusy)
  const { errors } = form.formState
  const send = (body: SetSpendingLimit) => change.mutate(body, { onError: (error) => showRefused(form, error) })
  const amount = form.register('dollars', {
    setValueAs: amountIn,
    onChange: () => form.clearErrors('dollars'),
    onBlur: () => form.getFieldState('dollars').isDirty && form.trigger('dollars'),
  })
  const isNamed = change.error instanceof HttpError && change.error.problem?.details !== undefined
  const refusal = change.error && (!isNamed || isPlansPrice) ? sentenceOf(change.error, t(failure)) : undefined
  return (
    <DialogForm
      noValidate
      onInput={() => change.error && change.reset()}
      onSubmit={(event) => {
        if (!isPlansPrice) return form.handleSubmit(send)(event)
        event.preventDefault()
        send({ dollars: null })
      }}
    >
      <Field label={t('Limit')}>
        {(parts) => (
          <Select
            {...parts}
            value={isPlansPrice ? 'plan' : 'own'}
            onChange={({ target }) => setIsPlansPrice(target.value === 'plan')}
          >
            <option value="plan">
              {planPrice === undefined
                ? t('The plan’s price')
                : t('The plan’s price ({price})', { price: dollars(planPrice) })}
            </option>
            <option value="own">{t('Another amount')}</option>
          </Select>
        )}
      </Field>
      {!isPlansPrice && (
        <Field
          label={t('Amount in US dollars')}
          hint={
            max < maxSpendingDollars
              ? t('From {min}, which allows no overage, to {max}, which grows with what you have paid', {
                  min: dollars(0),
                  max: dollars(max),
                })
              : t('From {min}, which allows no overage, to {max}', { min: dollars(0), max: dollars(max) })
          }
          error={errors.dollars?.message}
        >
          {(parts) => <Input inputMode="decimal" autoComplete="off" {...parts} {...amount} />}
        </Field>
      )}
      <DialogFoot
        onCancel={onClose}
        act={t('Change limit')}
        busyText={t('Changing...')}
        state={change}
        refusal={refusal}
      />
    </DialogForm>
  )
}
