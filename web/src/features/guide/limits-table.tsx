import { useQuery } from '@tanstack/react-query'
import type { PlanOffer } from '@utter/contracts/http/plan-offers'
import { unlimited } from '@utter/contracts/plans'
import { titleOf } from '@utter/contracts/tiers'
import styled from 'styled-components'
import { grouped } from '../../lib/format/counted.ts'
import { dollars } from '../../lib/format/money.ts'
import { narrow } from '../../theme.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { plansQuery } from '../plans/queries.ts'

const Box = styled(Card)`
  overflow: hidden;
`

const Table = styled.table`
  width: 100%;
  table-layout: fixed;
  border-collapse: collapse;
  font-variant-numeric: tabular-nums;

  th, td {
    height: var(--row);
    padding: 0 10px;
    text-align: left;
    font-weight: 400;
    color: var(--fg-2);
    &:first-child { width: 24%; padding-left: 20px; }
  }
  thead th { height: 40px; color: var(--fg-3); font-size: 12px; line-height: 16px; font-weight: 500; }
  tbody tr { border-top: 1px solid var(--line); }
  tbody th { color: var(--fg); font-weight: 500; }
  ${narrow} {
    font-size: 13px;
    th, td { padding: 0 4px; &:first-child { width: 27%; padding-left: 12px; } }
  }
`

const columns: { title: string; of: (plan: PlanOffer) => string }[] = [
  {
    title: 'Calls / month',
    of: ({ apiCallsLimit }) => (apiCallsLimit === unlimited ? 'unlimited' : grouped(apiCallsLimit)),
  },
  { title: 'Overage', of: ({ overagePrice }) => (overagePrice === null ? 'none' : dollars(overagePrice)) },
  { title: 'Requests / 60 s', of: ({ rate }) => grouped(rate) },
  { title: 'Jobs at once', of: ({ concurrency }) => grouped(concurrency) },
]

/** The figures of all plans, as this platform sells them. */
export function LimitsTable() {
  const plans = useQuery(plansQuery)
  return (
    <Part query={plans} waiting={<Skeleton $height={302} />} failure="The plans could not be read">
      {(offers) => (
        <Box as="div">
          <Table>
            <thead>
              <tr>
                <th scope="col">Plan</th>
                {columns.map(({ title }) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {offers.map((plan) => (
                <tr key={plan.name}>
                  <th scope="row">{titleOf(plan.name)}</th>
                  {columns.map(({ title, of }) => (
                    <td key={title}>{of(plan)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Table>
        </Box>
      )}
    </Part>
  )
}
