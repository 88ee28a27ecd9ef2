import type { ApiKeyView } from '@utter/contracts/http/account/api-keys'
import { Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { dateOf, localTime } from '../../lib/format/times.ts'
import { useServerNow } from '../../lib/hooks/use-now.ts'
import { Trans } from '../../lib/language/trans.tsx'
import { t } from '../../lib/language/words.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { GridTable, RowGroup } from '../../ui/data/grid-table.ts'
import { TimeAgo } from '../../ui/data/time-ago.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { Actions, KeyFigure, KeyGridRow, Name, Scopes, Stacked, Start } from './key-grid.tsx'
import { limitsOf, usedOf } from './key-labels.ts'
import { PauseButton } from './pause-button.tsx'
import { KeyTableHead } from './waiting-keys.tsx'

/** A word that the head of the column says where there is one. */
const stacked = <Stacked />

const ExpiryDay = ({ expiresAt }: { expiresAt: string }) => (
  <Tooltip text={localTime(expiresAt)}>
    <time dateTime={expiresAt}>{dateOf(expiresAt)}</time>
  </Tooltip>
)

/** Acts on a key that have a dialog each. */
export type KeyAct = 'edit' | 'reroll' | 'revoke'

interface KeyTableProps {
  keys: ApiKeyView[]
  /** A person seems to want the dialog. */
  onIntent: (act: KeyAct) => void
  onAct: (act: KeyAct, key: ApiKeyView) => void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }

export function KeyTable({ keys, onIntent, onAct }: KeyTableProps) {
  const now = useServerNow(15_000)
  const opens = (act: KeyAct, key: ApiKeyView) => ({
    isSmall: true,
    isIcon: true,
    onPointerEnter: () => onIntent(act),
    onFocus: () => onIntent(act),
    onClick: () => onAct(act, key),
  })
  return (
    <GridTable aria-labelledby="keys-title">
      <KeyTableHead />
      <RowGroup>
        {keys.map((key) => (
          <KeyGridRow key={key.id}>
            <Name>
              <bdi>{key.name}</bdi>
              {key.isPaused && <Badge tone="cancelled">{t('Paused')}</Badge>}
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
              <Button look="ghost" aria-label={t('Edit {name}', { name: key.name })} {...opens('edit', key)}>
                <Pencil {...icon} />
              </Button>
              <PauseButton apiKey={key} />
              <Button look="ghost" aria-label={t('Reroll {name}', { name: key.name })} {...opens('reroll', key)}>
                <RefreshCw {...icon} />
              </Button>
              <Button look="danger" aria-label={t('Revoke {name}', { name: key.name })} {...opens('revoke', key)}>
                <Trash2 {...icon} />
              </Button>
            </Actions>
          </KeyGridRow>
        ))}
      </RowGroup>
    </GridTable>
  )
}
