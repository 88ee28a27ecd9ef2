import { useQuery } from '@tanstack/react-query'
import type { ApiKeyView } from '@utter/contracts/http/account/api-keys'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useIntent } from '../../lib/intents.ts'
import { t } from '../../lib/language/words.ts'
import { lazyView } from '../../lib/lazy-view.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardHead } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { DialogSlot } from '../../ui/overlay/dialog-slot.tsx'
import type { KeyAct } from './key-table.tsx'
import { keysQuery } from './queries.ts'
import { WaitingKeys } from './waiting-keys.tsx'

// An account without a key does not fetch it.
const keyTable = lazyView(async () => (await import('./key-table.tsx')).KeyTable)
const newKey = lazyView(async () => (await import('./new-key-dialog.tsx')).NewKeyDialog)
/** Dialogs of one key, by the act. */
const keyDialogs = {
  edit: lazyView(async () => (await import('./edit-key-dialog.tsx')).EditKeyDialog),
  reroll: lazyView(async () => (await import('./reroll-key-dialog.tsx')).RerollKeyDialog),
  revoke: lazyView(async () => (await import('./revoke-key-dialog.tsx')).RevokeKeyDialog),
}

export function ApiKeysCard() {
  const keys = useQuery(keysQuery)
  const [isMaking, setIsMaking] = useState(false)
  useIntent('new-api-key', () => setIsMaking(true))
  // The dialog keeps its key while it fades.
  const [asked, setAsked] = useState<{ act: KeyAct; apiKey: ApiKeyView; isOpen: boolean }>()
  const dialog = asked && keyDialogs[asked.act]
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
            <Suspense fallback={<WaitingKeys />}>
              <keyTable.View
                keys={rows}
                onIntent={(act) => keyDialogs[act].preload()}
                onAct={(act, apiKey) => setAsked({ act, apiKey, isOpen: true })}
              />
            </Suspense>
          )
        }
      </Part>
      <DialogSlot part={newKey} isOpen={isMaking} onClose={() => setIsMaking(false)}>
        {(state) => <newKey.View {...state} />}
      </DialogSlot>
      {dialog && (
        <DialogSlot
          key={asked.act}
          part={dialog}
          isOpen={asked.isOpen}
          onClose={() => setAsked({ ...asked, isOpen: false })}
        >
          {(state) => <dialog.View {...state} apiKey={asked.apiKey} />}
        </DialogSlot>
      )}
    </Card>
  )
}
