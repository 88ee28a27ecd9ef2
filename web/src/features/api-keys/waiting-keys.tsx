import { msg, t } from '../../lib/language/words.ts'
import { GridTable, HeadCell, RowGroup } from '../../ui/data/grid-table.ts'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Heads, KeyGridRow, Waiting } from './key-grid.tsx'

const heads = [msg('Name'), msg('Key'), msg('Scopes'), msg('Calls'), msg('Last used'), msg('Expires'), msg('Actions')]

export const KeyTableHead = () => (
  <RowGroup>
    <Heads>
      {heads.map((head) => (
        <HeadCell key={head.id}>{t(head)}</HeadCell>
      ))}
    </Heads>
  </RowGroup>
)

/** The heads are real from the first paint; as high as three keys, and as none. */
export const WaitingKeys = () => (
  <GridTable aria-labelledby="keys-title">
    <KeyTableHead />
    <RowGroup>
      {[1, 2, 3].map((row) => (
        <KeyGridRow key={row}>
          {heads.slice(0, -1).map((head) => (
            <Waiting key={head.id}>
              <Skeleton $width="64%" />
            </Waiting>
          ))}
        </KeyGridRow>
      ))}
    </RowGroup>
  </GridTable>
)
