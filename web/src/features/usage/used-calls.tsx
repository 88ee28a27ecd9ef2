import type { UsageView } from '@utter/contracts/http/jobs/usage'
import styled from 'styled-components'
import { grouped } from '../../lib/format/counted.ts'
import { t } from '../../lib/language/words.ts'
import { Meter } from '../../ui/data/meter.tsx'
import { Stack } from '../../ui/layout/text.tsx'
import { allowedOf } from './figures.ts'

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0 16px;
  color: var(--fg-3);
  font-variant-numeric: tabular-nums;
  b {
    color: var(--fg);
    font-weight: 600;
    font-size: 24px;
    line-height: 32px;
    letter-spacing: -0.02em;
  }
  > :last-child { color: var(--fg-2); }
`

/** '12,480 of 15,350 calls', what is left, and the meter; a plan without a limit has neither of the two. */
export function UsedCalls({ usage }: { usage: UsageView }) {
  const used = grouped(usage.apiCallsUsed)
  const allowed = allowedOf(usage)
  if (!allowed) {
    return (
      <Line>
        <span>
          <b>{used}</b> {usage.apiCallsUsed === 1 ? 'call' : 'calls'}
        </span>
        <span>{t('Unlimited')}</span>
      </Line>
    )
  }
  const { limit, left, percent } = allowed
  return (
    <Stack $gap={10}>
      <Line>
        <span>
          <b>{used}</b> of {grouped(limit)} calls
        </span>
        <span>{t('{left} left', { left: grouped(left) })}</span>
      </Line>
      <Meter
        name={t('Calls used')}
        percent={percent}
        text={`${used} of ${grouped(limit)} calls`}
        isWarning={usage.warning !== null}
      />
    </Stack>
  )
}
