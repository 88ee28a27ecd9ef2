import { useQuery } from '@tanstack/react-query'
import type { UsageReport } from '@utter/contracts/http/jobs/usage-report'
import { useState } from 'react'
import styled from 'styled-components'
import { sumOf } from '../../lib/format/amount.ts'
import { grouped } from '../../lib/format/counted.ts'
import { decimal } from '../../lib/format/decimal.ts'
import { dayOf } from '../../lib/format/times.ts'
import { type MessageDescriptor, msg, t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardFoot, CardHead } from '../../ui/layout/card.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/layout/tabs.tsx'
import { keysQuery } from '../api-keys/queries.ts'
import { timeText } from './time-text.ts'
import { parts, type RangeState, type ReportLines } from './use-range.ts'

/** On the narrowest phones the tabs are below the title. */
const Head = styled(CardHead)`
  flex-wrap: wrap;
  gap: 4px 12px;
`

/** Wider than a phone: it moves in its own place, also by the keyboard. */
const Scroll = styled.div`
  overflow-x: auto;
  padding-bottom: 8px;
  &:focus-visible { outline-offset: -2px; }
`

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-variant-numeric: tabular-nums;
  font-size: 13px;
  th, td {
    height: 40px;
    padding: 0 12px;
    color: var(--fg-2);
    font-weight: 400;
    text-align: right;
    white-space: nowrap;
    &:first-child { padding-left: 20px; text-align: left; }
    &:last-child { padding-right: 20px; }
  }
  thead th { color: var(--fg-3); font-size: 12px; font-weight: 500; }
  tbody tr { border-top: 1px solid var(--line); }
  tbody th { max-width: 260px; overflow: hidden; color: var(--fg); font-weight: 500; text-overflow: ellipsis; }
  ${narrow} {
    th, td { padding: 0 8px; &:first-child { padding-left: 16px; } &:last-child { padding-right: 16px; } }
    tbody th { max-width: 128px; }
  }
`

const titles: Record<ReportLines, MessageDescriptor> = {
  day: msg('Day'),
  key: msg('Key'),
  voice: msg('Voice'),
  outcome: msg('Outcome'),
}
const tableNames: Record<ReportLines, MessageDescriptor> = {
  day: msg('Jobs by day'),
  key: msg('Jobs by key'),
  voice: msg('Jobs by voice'),
  outcome: msg('Jobs by outcome'),
}
const outcomes = ['completed', 'failed', 'cancelled', 'cached'] as const
const words = {
  completed: msg('Completed##jobs'),
  failed: msg('Failed##jobs'),
  cancelled: msg('Cancelled##jobs'),
  cached: msg('Cached'),
}

/** Lines before the rest is asked for: the days of a month. */
const maxLines = 31

interface Line {
  id: string
  name: string
  cells: string[]
}

const counts = (one: Record<(typeof outcomes)[number] | 'calls', number>) =>
  [one.calls, ...outcomes.map((outcome) => one[outcome])].map(grouped)
const countHeads = () => [t('Calls'), ...outcomes.map((outcome) => t(words[outcome]))]

const share = (count: number, all: number): string => (all === 0 ? '–' : `${decimal((100 * count) / all, 1)}%`)

type KeyNames = ReadonlyMap<string, string>
const keyName = (keyId: string | null, names: KeyNames): string =>
  keyId === null ? t('Signed in') : (names.get(keyId) ?? t('Revoked key {id}…', { id: keyId.slice(0, 8) }))

/** The heads and the lines of a part; the newest day first. */
function tableOf(part: ReportLines, { days, keys, voices, totals }: UsageReport, names: KeyNames): [string[], Line[]] {
  switch (part) {
    case 'day':
      return [
        [...countHeads(), t('Half within'), t('95% within'), t('Overage')],
        days.toReversed().map((one) => ({
          id: one.day,
          name: dayOf(one.day),
          cells: [
            ...counts(one),
            ...[one.toEnd?.p50Ms, one.toEnd?.p95Ms].map((ms) => (ms === undefined ? '–' : timeText(ms))),
            sumOf(one.overageCost),
          ],
        })),
      ]
    case 'key':
      return [
        countHeads(),
        keys.map((one) => ({ id: one.keyId ?? '', name: keyName(one.keyId, names), cells: counts(one) })),
      ]
    case 'voice':
      return [countHeads(), voices.map((one) => ({ id: one.voiceId, name: one.voiceId, cells: counts(one) }))]
    case 'outcome': {
      const all = outcomes.reduce((sum, outcome) => sum + totals[outcome], 0)
      return [
        [t('Jobs'), t('Share')],
        outcomes.map((outcome) => ({
          id: outcome,
          name: t(words[outcome]),
          cells: [grouped(totals[outcome]), share(totals[outcome], all)],
        })),
      ]
    }
  }
}

/** The numbers of the range as a table: by day, which are those of the charts, by key, by voice and by outcome. */
export function Breakdown({ report, state: { by, setBy } }: { report: UsageReport; state: RangeState }) {
  const { data: keys = [] } = useQuery(keysQuery)
  const [whole, setWhole] = useState<ReportLines>()
  const [heads, all] = tableOf(by, report, new Map(keys.map(({ id, name }) => [id, name])))
  const isWhole = whole === by
  const lines = isWhole ? all : all.slice(0, maxLines)
  return (
    <Tabs value={by} onValueChange={(next) => setBy(parts.find((part) => part === next) ?? 'day')}>
      <Card aria-labelledby="breakdown">
        <Head>
          <h2 id="breakdown">{t('Breakdown')}</h2>
          <TabList aria-label={t('By')}>
            {parts.map((part) => (
              <Tab key={part} value={part}>
                {t(titles[part])}
              </Tab>
            ))}
          </TabList>
        </Head>
        <TabPanel value={by} tabIndex={-1}>
          <Scroll role="region" aria-label={t(tableNames[by])} tabIndex={0}>
            <Table>
              <thead>
                <tr>
                  <th scope="col">{t(titles[by])}</th>
                  {heads.map((head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {lines.map(({ id, name, cells }) => (
                  <tr key={id}>
                    <th scope="row" dir="auto" title={name}>
                      {name}
                    </th>
                    {cells.map((cell, index) => (
                      <td key={heads[index]}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </Table>
          </Scroll>
          {all.length > maxLines && (
            <CardFoot>
              <Button isSmall aria-expanded={isWhole} onClick={() => setWhole(isWhole ? undefined : by)}>
                {isWhole ? t('Show fewer') : t('Show all {count}', { count: all.length })}
              </Button>
            </CardFoot>
          )}
        </TabPanel>
      </Card>
    </Tabs>
  )
}
