import type { PlanOffer } from '@utter/contracts/http/plan-offers'
import { titleOf } from '@utter/contracts/tiers'
import { amountOf } from '../../lib/format/amount.ts'
import { dateOf } from '../../lib/format/times.ts'
import { t } from '../../lib/language/words.ts'
import { DataList, DataRow } from '../../ui/data/data-list.tsx'
import { Sub } from '../../ui/layout/text.tsx'
import { Dialog, DialogForm } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import type { AskedChange, ChangePlan } from './use-change-plan.ts'

export interface PlanChangeDialogProps {
  isOpen: boolean
  onClose: () => void
  asked: AskedChange
  change: ChangePlan
}

/** The amounts of a change of plan, before it is made. The focus begins on Cancel. */
export function PlanChangeDialog({ isOpen, onClose, asked, change }: PlanChangeDialogProps) {
  const { offer, preview, isAgain } = asked
  const { tier, currency, now, next, endsAt, prorationDate } = preview
  const { isBusy, secondsLeft } = change.stateOf(offer.name)
  const money = (amount: number) => amountOf(amount, currency)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isBusy={isBusy}
      title={
        prorationDate
          ? t('Upgrade to {plan}?', { plan: titleOf(tier) })
          : t('Switch to {plan}?', { plan: titleOf(tier) })
      }
      text={
        prorationDate
          ? t(
              'The new plan begins at once. You pay for the rest of this billing period, less what is left of your present plan.',
            )
          : t('Your present plan stays until the end of this billing period.')
      }
    >
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault()
          change.confirm(asked)
        }}
      >
        <DataList>
          <DataRow isTight name={t('Charged today')}>
            <Amount text={money(now.amount)} parts={partsOf(now, offer, money)} />
          </DataRow>
          {next && (
            <DataRow isTight name={t('From {day}', { day: dateOf(next.at) })}>
              <Amount
                text={t('{amount} a month', { amount: money(next.amount) })}
                parts={partsOf(next, offer, money)}
              />
            </DataRow>
          )}
          {endsAt && (
            <DataRow isTight name={t('Your plan ends')}>
              {dateOf(endsAt)}
            </DataRow>
          )}
        </DataList>
        <DialogFoot
          onCancel={onClose}
          act={now.amount > 0 ? t('Pay {amount}', { amount: money(now.amount) }) : t('Confirm')}
          busyText={t('Processing...')}
          state={{ isPending: isBusy, secondsLeft }}
          refusal={isAgain ? t('The amount has changed since it was shown.') : undefined}
        />
      </DialogForm>
    </Dialog>
  )
}

const Amount = ({ text, parts }: { text: string; parts: string[] }) => (
  <span>
    <b>{text}</b>
    {parts.length > 0 && (
      <>
        <br />
        <Sub>{parts.join(' · ')}</Sub>
      </>
    )}
  </span>
)

/** The parts of an amount: those that raise and those that lower it. */
function partsOf(
  { tax, discount, credit = 0, amount }: { tax: number; discount: number; credit?: number; amount: number },
  offer: PlanOffer,
  money: (amount: number) => string,
): string[] {
  return [
    ...(tax > 0
      ? [t('with {amount} tax', { amount: money(tax) })]
      : amount > 0 && offer.tax === 'none'
        ? [t('without tax')]
        : []),
    ...(discount > 0 ? [t('{amount} off', { amount: money(discount) })] : []),
    ...(credit > 0 ? [t('{amount} of your credit used', { amount: money(credit) })] : []),
  ]
}
