import type { ReferralStats } from '@utter/contracts/http/referrals'
import { Check } from 'lucide-react'
import styled, { css } from 'styled-components'
import { counted, grouped } from '../../lib/format/counted.ts'
import { fromServer } from '../../lib/language/from-server.ts'
import { type MessageDescriptor, msg, t } from '../../lib/language/words.ts'
import { forced, narrow } from '../../theme.ts'
import { Hidden } from '../../ui/layout/hidden.tsx'

type State = 'done' | 'next' | 'later'

const List = styled.ol<{ $count: number }>`
  display: grid;
  grid-template-columns: repeat(${({ $count }) => $count}, minmax(0, 1fr));
  ${narrow} { grid-template-columns: minmax(0, 1fr); gap: 12px; }
`

/** A line leads to it from the one before: upright on phones. */
const Item = styled.li<{ $isDone: boolean }>`
  position: relative;
  display: grid;
  justify-items: center;
  gap: 2px;
  text-align: center;
  &::before {
    content: '';
    position: absolute;
    top: 11px;
    right: 50%;
    width: 100%;
    height: 2px;
    background: ${({ $isDone }) => ($isDone ? 'var(--fg-2)' : 'var(--line-strong)')};
    ${forced} { forced-color-adjust: none; background: CanvasText; }
  }
  &:first-child::before { display: none; }
  ${narrow} {
    grid-template-columns: 24px minmax(0, 1fr) auto;
    align-items: start;
    justify-items: start;
    gap: 0 12px;
    text-align: left;
    &::before { top: calc(24px - 100% - 12px); left: 11px; right: auto; width: 2px; height: calc(100% - 12px); }
  }

  b {
    font-weight: 500;
    font-size: 13px;
    font-variant-numeric: tabular-nums;
    ${narrow} { line-height: 24px; }
  }
  small {
    color: var(--fg-3);
    font-size: 12px;
    line-height: 16px;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
    ${narrow} { grid-column: 2; }
  }
  small:nth-of-type(2) {
    ${narrow} { grid-area: 1 / 3; line-height: 24px; }
  }
`

const looks: Record<State, ReturnType<typeof css>> = {
  done: css`
    background: var(--ink);
    border-color: var(--ink);
    color: var(--on-ink);
  `,
  next: css`
    border-color: var(--fg);
    color: var(--fg);
  `,
  later: css`
    color: var(--fg-3);
  `,
}

const Dot = styled.span<{ $state: State }>`
  position: relative;
  z-index: 1;
  display: grid;
  place-items: center;
  width: 24px;
  height: 24px;
  margin-bottom: 6px;
  border: 1.5px solid var(--line-strong);
  border-radius: var(--r-full);
  background: var(--surface);
  font-size: 12px;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  ${({ $state }) => looks[$state]}
  ${narrow} { margin-bottom: 0; grid-row: span 2; }
`

const inWords: Partial<Record<State, MessageDescriptor>> = { done: msg('Reached:'), next: msg('Next:') }

export const referralsInWords = (count: number) => counted(count, 'referral')

/** The rewards for numbers of referrals: reached ones with a check, the next one with a ring. */
export const Milestones = ({ stats: { milestones, referralCount, nextMilestone } }: { stats: ReferralStats }) => (
  <List $count={milestones.length} aria-label={t('Milestones')}>
    {milestones.map(({ referrals, reward, description }) => {
      const isDone = referralCount >= referrals
      const state: State = isDone ? 'done' : referrals === nextMilestone?.referrals ? 'next' : 'later'
      const told = inWords[state]
      return (
        <Item key={referrals} $isDone={isDone}>
          <Dot $state={state} aria-hidden="true">
            {isDone ? <Check size={14} strokeWidth={1.75} /> : referrals}
          </Dot>
          <b>
            {told && <Hidden>{t(told)} </Hidden>}
            {referralsInWords(referrals)}
          </b>
          <small>{fromServer(description)}</small>
          <small>{t('+{count} calls', { count: grouped(reward) })}</small>
        </Item>
      )
    })}
  </List>
)
