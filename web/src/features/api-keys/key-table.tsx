import type { ApiKeyView } from '@utter/contracts/http/account/api-keys'
import { RefreshCw, Trash2 } from 'lucide-react'
import { dateOf, localTime } from '../../lib/format/times.ts'
import { useServerNow } from '../../lib/hooks/use-now.ts'
import { Trans } from '../../lib/language/trans.tsx'
import { msg, t } from '../../lib/language/words.ts'
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

const heads = [msg('Name'), msg('Key'), msg('Scopes'), msg('Calls'), msg('Last used'), msg('Expires'), msg('Actions')]

const TableHead = () => (
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
    <TableHead />
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

/** A word that the head of the column says where there is one. */
const stacked = <Stacked />

const ExpiryDay = ({ expiresAt }: { expiresAt: string }) => (
  <Tooltip text={localTime(expiresAt)}>
    <time dateTime={expiresAt}>{dateOf(expiresAt)}</time>
  </Tooltip>
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
              <Trans id="{used}<stacked> calls</stacked>" values={{ used: usedOf(key) }} components={{ stacked }} />
            </KeyFigure>
            <KeyFigure $area="used">
              {key.lastUsedAt ? (
                <TimeAgo at={key.lastUsedAt} now={now} />
              ) : (
                <Trans id="never<stacked> used</stacked>" components={{ stacked }} />
              )}
            </KeyFigure>
            <KeyFigure $area="expires">
              {key.expiresAt ? (
                <Trans
                  id="<stacked>expires </stacked>{day}"
                  values={{ day: <ExpiryDay expiresAt={key.expiresAt} /> }}
                  components={{ stacked }}
                />
              ) : (
                <Trans id="never<stacked> expires</stacked>" components={{ stacked }} />
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
