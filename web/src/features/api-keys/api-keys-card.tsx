import { useQuery } from '@tanstack/react-query'
import type { ApiKeyView } from '@utter/contracts/http/account/api-keys'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useIntent } from '../../lib/intents.ts'
import { t } from '../../lib/language/words.ts'
import { lazyView } from '../../lib/lazy-view.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardHead } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { DialogSlot } from '../../ui/overlay/dialog-slot.tsx'
import { KeyTable, WaitingKeys } from './key-table.tsx'
import { keysQuery } from './queries.ts'

const newKey = lazyView(async () => (await import('./new-key-dialog.tsx')).NewKeyDialog)
const rerollKey = lazyView(async () => (await import('./reroll-key-dialog.tsx')).RerollKeyDialog)
const revokeKey = lazyView(async () => (await import('./revoke-key-dialog.tsx')).RevokeKeyDialog)

export function ApiKeysCard() {
  const keys = useQuery(keysQuery)
  const [isMaking, setIsMaking] = useState(false)
  useIntent('new-api-key', () => setIsMaking(true))
  // They keep their key while the dialog fades.
  const [reroll, setReroll] = useState<{ apiKey: ApiKeyView; isOpen: boolean }>()
  const [revoke, setRevoke] = useState<{ apiKey: ApiKeyView; isOpen: boolean }>()
  return (
    <Card id="keys" aria-labelledby="keys-title">
      <CardHead>
        <hgroup>
          <h2 id="keys-title">{t('API keys')}</h2>
          <p>{t('A key is shown once, when it is made.')}</p>
        </hgroup>
        <Button isSmall onPointerEnter={newKey.preload} onFocus={newKey.preload} onClick={() => setIsMaking(true)}>
          <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
          {t('New key')}
        </Button>
      </CardHead>
      <Part query={keys} waiting={<WaitingKeys />} failure={t('Your API keys could not be read')}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={t('No API keys yet')} text={t('A program calls Utter with a key of its own.')} />
          ) : (
            <KeyTable
              keys={rows}
              onIntent={() => {
                rerollKey.preload()
                revokeKey.preload()
              }}
              onReroll={(apiKey) => setReroll({ apiKey, isOpen: true })}
              onRevoke={(apiKey) => setRevoke({ apiKey, isOpen: true })}
            />
          )
        }
      </Part>
      <DialogSlot part={newKey} isOpen={isMaking} onClose={() => setIsMaking(false)}>
        {(state) => <newKey.View {...state} />}
      </DialogSlot>
      {reroll && (
        <DialogSlot part={rerollKey} isOpen={reroll.isOpen} onClose={() => setReroll({ ...reroll, isOpen: false })}>
          {(state) => <rerollKey.View {...state} apiKey={reroll.apiKey} />}
        </DialogSlot>
      )}
      {revoke && (
        <DialogSlot part={revokeKey} isOpen={revoke.isOpen} onClose={() => setRevoke({ ...revoke, isOpen: false })}>
          {(state) => <revokeKey.View {...state} apiKey={revoke.apiKey} />}
        </DialogSlot>
      )}
    </Card>
  )
}
