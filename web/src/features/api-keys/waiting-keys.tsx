import { msg, t } from '../../lib/language/words.ts'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Group, Heads, KeyGrid, KeyGridRow, KeyHead, Waiting } from './key-grid.tsx'

const heads = [msg('Name'), msg('Key'), msg('Scopes'), msg('Calls'), msg('Last used'), msg('Expires'), msg('Actions')]

export const KeyTableHead = () => (
  <Group>
    <Heads>
      {heads.map((head) => (
        <KeyHead key={head.id}>{t(head)}</KeyHead>
      ))}
    </Heads>
  </Group>
)

/** The heads are real from the first paint; as high as three keys, and as none. */
export const WaitingKeys = () => (
  <KeyGrid aria-labelledby="keys-title">
    <KeyTableHead />
    <Group>
      {[1, 2, 3].map((row) => (
        <KeyGridRow key={row}>
          {heads.slice(0, -1).map((head) => (
            <Waiting key={head.id}>
              <Skeleton $width="64%" />
            </Waiting>
          ))}
        </KeyGridRow>
      ))}
    </Group>
  </KeyGrid>
)
