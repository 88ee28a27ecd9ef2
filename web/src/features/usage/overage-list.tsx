import { useQuery } from '@tanstack/react-query'
import { maxSpendingDollars, type UsageView } from '@utter/contracts/http/jobs/usage'
import { useState } from 'react'
import { sumOf } from '../../lib/format/amount.ts'
import { counted } from '../../lib/format/counted.ts'
import { dollars } from '../../lib/format/money.ts'
import { t } from '../../lib/language/words.ts'
import { lazyView } from '../../lib/lazy-view.tsx'
import { DataList, DataRow } from '../../ui/data/data-list.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Sub } from '../../ui/layout/text.tsx'
import { DialogSlot } from '../../ui/overlay/dialog-slot.tsx'
import { samePlansQuery } from '../plans/queries.ts'
import type { SpendingLimitDialogProps } from './spending-limit-dialog.tsx'

const dialog = lazyView<SpendingLimitDialogProps>(
  async () => (await import('./spending-limit-dialog.tsx')).SpendingLimitDialog,
)

/** Calls past the limit, what they cost, and what they may cost; nothing on a plan that sells none. */
export function OverageList({ usage }: { usage: UsageView }) {
  const {
    overageCallsUsed: calls,
    overageCost,
    spendingLimit,
    maxSpendingLimit: max = maxSpendingDollars,
    tier,
  } = usage
  const { data: plans } = useQuery(samePlansQuery)
  const [isOpen, setIsOpen] = useState(false)
  const price = plans?.find(({ name }) => name === tier)?.price ?? undefined
  if (spendingLimit === null && calls === 0) return null
  return (
    <>
      <DataList>
        <DataRow name={t('Overage')}>
          <span>
            {sumOf(overageCost)} <Sub>· {counted(calls, 'call')}</Sub>
          </span>
        </DataRow>
        {spendingLimit !== null && (
          <DataRow name={t('Spending limit')}>
            <span>
              {dollars(spendingLimit)} {spendingLimit === price && <Sub>· {t('the plan’s price')}</Sub>}
            </span>
            <Button
              isSmall
              aria-label={t('Change spending limit')}
              onPointerEnter={dialog.preload}
              onFocus={dialog.preload}
              onClick={() => setIsOpen(true)}
            >
              {t('Change')}
            </Button>
          </DataRow>
        )}
      </DataList>
      {spendingLimit !== null && (
        <DialogSlot part={dialog} isOpen={isOpen} onClose={() => setIsOpen(false)}>
          {(state) => <dialog.View {...state} present={spendingLimit} max={max} planPrice={price} />}
        </DialogSlot>
      )}
    </>
  )
}
