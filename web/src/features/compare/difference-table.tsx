import styled from 'styled-components'
import { locale } from '../../lib/format/locale.ts'
import { t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'
import { Clamped } from '../../ui/data/clamped.tsx'
import { Caption } from '../../ui/layout/text.tsx'
import type { TakeDifference } from './differences.ts'

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  table-layout: fixed;
  font-size: 13px;
  line-height: 20px;
  th, td { padding: 6px 12px 6px 0; border-top: 1px solid var(--line); text-align: start; vertical-align: top; overflow-wrap: anywhere; }
  thead th { border-top: 0; color: var(--fg-3); font-size: 12px; font-weight: 500; }
  th[scope='row'] { width: 112px; color: var(--fg-3); font-weight: 400; }
  thead th:first-child { width: 112px; }
  td { font-variant-numeric: tabular-nums; }
  ${narrow} { th[scope='row'], thead th:first-child { width: 84px; } }
`

interface DifferenceTableProps {
  differences: readonly TakeDifference[]
  same: readonly string[]
  isSameSound: boolean
}

/** German writes nouns with a capital. */
const inSentence = (name: string): string => (locale() === 'de' ? name : name.toLowerCase())

/** How the takes differ, field by field. */
export const DifferenceTable = ({ differences, same, isSameSound }: DifferenceTableProps) => (
  <div>
    {differences.length > 0 && (
      <Table aria-label={t('Differences')}>
        <thead>
          <tr>
            <th>{t('Differs')}</th>
            <th scope="col">A</th>
            <th scope="col">B</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ name, first, second }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {[first, second].map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
                <td key={index}>
                  <Clamped text={value} lines={5} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    )}
    <Caption>
      {isSameSound && `${t('The voice has spoken the same sound.')} `}
      {same.length > 0 && t('The same: {fields}.', { fields: same.map(inSentence).join(', ') })}
    </Caption>
  </div>
)
