import type { ApiKeyView } from '@utter/contracts/http/account/api-keys'
import { RefreshCw, Trash2 } from 'lucide-react'
import { dateOf, localTime } from '../../lib/format/times.ts'
import { useServerNow } from '../../lib/hooks/use-now.ts'
import { t } from '../../lib/language/words.ts'
import { TimeAgo } from '../../ui/data/time-ago.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import {
  Actions,
  Group,
  Heads,
  KeyFigure,
  KeyGrid,
  KeyGridRow,
  KeyHead,
  Name,
  Scopes,
  Stacked,
  Start,
  Waiting,
} from './key-grid.tsx'
import { limitsOf, usedOf } from './key-labels.ts'

const heads = ['Name', 'Key', 'Scopes', 'Calls', 'Last used', 'Expires', 'Actions'] as const

const TableHead = () => (
  <Group>
    <Heads>
      {heads.map((head) => (
        <KeyHead key={head}>{head}</KeyHead>
      ))}
    </Heads>
  </Group>
)

/** The heads are real from the first paint; as high as three keys, and as none. */
export const WaitingKeys = () => (
  <KeyGrid aria-labelledby="keys-title">
    <TableHead />
    <Group>
      {[1, 2, 3].map((row) => (
        <KeyGridRow key={row}>
          {heads.slice(0, -1).map((head) => (
            <Waiting key={head}>
              <Skeleton $width="64%" />
            </Waiting>
          ))}
        </KeyGridRow>
      ))}
    </Group>
  </KeyGrid>
)

interface KeyTableProps {
  keys: ApiKeyView[]
  /** A person seems to want one of the dialogs. */
  onIntent: () => void
  onReroll: (key: ApiKeyView) => void
  onRevoke: (key: ApiKeyView) => void
}

export function KeyTable({ keys, onIntent, onReroll, onRevoke }: KeyTableProps) {
  const now = useServerNow(15_000)
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }
  const intent = { onPointerEnter: onIntent, onFocus: onIntent }
  return (
    <KeyGrid aria-labelledby="keys-title">
      <TableHead />
      <Group>
        {keys.map((key) => (
          <KeyGridRow key={key.id}>
            <Name>
              <bdi>{key.name}</bdi>
              {limitsOf(key) && <small>{limitsOf(key)}</small>}
            </Name>
            <Start>{key.start}…</Start>
            <Scopes>{key.scopes.join(' ')}</Scopes>
            <KeyFigure $area="calls">
              {usedOf(key)}
              <Stacked> calls</Stacked>
            </KeyFigure>
            <KeyFigure $area="used">
              {key.lastUsedAt ? (
                <TimeAgo at={key.lastUsedAt} now={now} />
              ) : (
                <>
                  never<Stacked> used</Stacked>
                </>
              )}
            </KeyFigure>
            <KeyFigure $area="expires">
              {key.expiresAt ? (
                <>
                  <Stacked>expires </Stacked>
                  <Tooltip text={localTime(key.expiresAt)}>
                    <time dateTime={key.expiresAt}>{dateOf(key.expiresAt)}</time>
                  </Tooltip>
                </>
              ) : (
                <>
                  never<Stacked> expires</Stacked>
                </>
              )}
            </KeyFigure>
            <Actions>
              <Button
                look="ghost"
                isSmall
                isIcon
                aria-label={t('Reroll {name}', { name: key.name })}
                {...intent}
                onClick={() => onReroll(key)}
              >
                <RefreshCw {...icon} />
              </Button>
              <Button
                look="danger"
                isSmall
                isIcon
                aria-label={t('Revoke {name}', { name: key.name })}
                {...intent}
                onClick={() => onRevoke(key)}
              >
                <Trash2 {...icon} />
              </Button>
            </Actions>
          </KeyGridRow>
        ))}
      </Group>
    </KeyGrid>
  )
}
