import type { UsageView } from '@utter/contracts/http/jobs/usage'
import styled from 'styled-components'
import { grouped } from '../../lib/format/counted.ts'
import { Trans } from '../../lib/language/trans.tsx'
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
          {usage.apiCallsUsed === 1 ? (
            <Trans id="<b>{count}</b> call" values={{ count: used }} components={{ b: <b /> }} />
          ) : (
            <Trans id="<b>{count}</b> calls" values={{ count: used }} components={{ b: <b /> }} />
          )}
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
          <Trans
            id="<b>{used}</b> of {limit} calls"
            values={{ used, limit: grouped(limit) }}
            components={{ b: <b /> }}
          />
        </span>
        <span>{t('{count} left', { count: grouped(left) })}</span>
      </Line>
      <Meter
        name={t('Calls used')}
        percent={percent}
        text={t('{used} of {limit} calls', { used, limit: grouped(limit) })}
        isWarning={usage.warning !== null}
      />
    </Stack>
  )
}
