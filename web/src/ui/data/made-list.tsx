import { paths } from '@utter/contracts/screens'
import { Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { narrow, truncate } from '../../theme.ts'
import { Button, LinkButton } from '../form/button.tsx'
import { Card, CardFoot, CardHead } from '../layout/card.tsx'
import { Skeleton } from '../layout/skeleton.tsx'
import { Caption, TextLink } from '../layout/text.tsx'
import { Progress } from './progress.tsx'
import { TimeAgo } from './time-ago.tsx'

/** Makes another one, in the head of the list. Its height, that of a finger on phones, is no height of the head. */
const MakeAnother = styled(LinkButton)`
  margin: -6px 0;
`

const Line = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: 136px minmax(0, 1fr) 168px 112px;
  align-items: center;
  gap: 6px 16px;
  min-height: 64px;
  padding: 10px 20px;
  border-top: 1px solid var(--line);
  transition: background var(--t-1);
  &:hover { background: color-mix(in srgb, var(--hover) 60%, transparent); }
  > :last-child { justify-self: end; }
  ${narrow} {
    grid-template-columns: auto minmax(0, 1fr);
    min-height: 124px;
    padding: 12px 16px;
    > :nth-child(1) { order: 1; }
    > :nth-child(4) { order: 2; }
    > :nth-child(2) { order: 3; grid-column: 1 / -1; }
    > :nth-child(3) { order: 4; grid-column: 1 / -1; }
  }
`

const Names = styled.div`
  min-width: 0;
  small { display: block; }
`

/** Its hit area is the line. */
const Name = styled(Link)`
  ${truncate}
  display: block;
  font-weight: 500;
  text-decoration: none;
  &::after { content: ''; position: absolute; inset: 0; }
  &:focus-visible { outline: none; }
  &:focus-visible::after { outline: 2px solid var(--accent); outline-offset: -2px; border-radius: var(--r-2); }
`

const When = styled(Caption)`
  position: relative;
  font-size: 13px;
`

interface MadeLineProps {
  badge: ReactNode
  to: string
  name: string
  facts: string
  bar: Parameters<typeof Progress>[0]
  createdAt: string
  now: number
}

/** Something that takes its time to be made: its state, its name, how far it is, and when it began. A click anywhere opens it. */
export const MadeLine = ({ badge, to, name, facts, bar, createdAt, now }: MadeLineProps) => (
  <Line>
    <span>{badge}</span>
    <Names>
      <Name to={to} dir="auto">
        {name}
      </Name>
      <Caption as="small">{facts}</Caption>
    </Names>
    <div>
      <Progress {...bar} />
    </div>
    <When>
      <TimeAgo at={createdAt} now={now} />
    </When>
  </Line>
)

/** The further pages of a list, and whether the plan has such things at all. */
export interface MorePages {
  /** Undefined: this is the last page. */
  onMore: (() => void) | undefined
  isLoadingMore: boolean
  /** Where they are to be had, of a plan that has none. */
  notInPlan: string | undefined
}

interface MadeListProps extends MorePages {
  title: string
  /** Where another one is made, and its words. */
  another: { to: string; text: string }
  /** The fate of those that there are then, in a sentence. */
  stays: string
  /** The lines. */
  children: ReactNode
}

/** Things that were made, the newest first, with the way to another one and to older ones. */
export function MadeList({ title, another, onMore, isLoadingMore, notInPlan, stays, children }: MadeListProps) {
  const head = useId()
  const isSold = notInPlan === undefined
  return (
    <Card aria-labelledby={head}>
      <CardHead>
        <h2 id={head}>{title}</h2>
        {isSold && (
          <MakeAnother to={another.to} look="primary">
            <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
            {another.text}
          </MakeAnother>
        )}
      </CardHead>
      <ul>{children}</ul>
      {(onMore || !isSold) && (
        <CardFoot>
          {onMore && (
            <Button isSmall isBusy={isLoadingMore} onClick={onMore}>
              {t('Load more')}
            </Button>
          )}
          {!isSold && (
            <Caption>
              {stays} {notInPlan} <TextLink to={paths.pricing}>{t('Compare plans')}</TextLink>
            </Caption>
          )}
        </CardFoot>
      )}
    </Card>
  )
}

/** As high as a list of some. */
export const WaitingMadeList = ({ title }: { title: string }) => (
  <Card aria-busy="true">
    <CardHead>
      <h2>{title}</h2>
    </CardHead>
    <ul>
      {['first', 'second', 'third', 'fourth', 'fifth'].map((place) => (
        <Line key={place}>
          <Skeleton $width="92px" $height={24} />
          <Skeleton $width="60%" />
          <Skeleton />
          <Skeleton $width="80px" />
        </Line>
      ))}
    </ul>
  </Card>
)
